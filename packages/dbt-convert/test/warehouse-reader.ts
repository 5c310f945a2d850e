import type { Warehouse } from '../src/index.ts'

/** A piece of SQL as a warehouse reads it. `value` is what a text or a name says; of a name null where the warehouse would not take it. */
export type Read = { kind: 'text' | 'name' | 'word' | 'comment' | 'dollars' | 'sign' | 'open'; text: string; value: string }

type Quoting = { open: string; kind: 'text' | 'name'; doubles?: boolean; backslash?: boolean; close?: string }

const text = (more: Partial<Quoting> = {}): Quoting => ({ open: "'", kind: 'text', ...more })
const name = (open: string, more: Partial<Quoting> = {}): Quoting => ({ open, kind: 'name', ...more })

type Reading = { quotings: Quoting[]; lineComments: string[]; nests: boolean; dollars: RegExp | null }

/**
 * From the manuals of the warehouses, all that begins something: apart from what the converter knows of them, so that the two can be compared.
 * Where a setting decides, such as backslashes of PostgreSQL, the converter must be right for both; here it is the one that leads out more easily.
 */
export const readings: Record<Warehouse, Reading> = {
  snowflake: {
    quotings: [text({ doubles: true, backslash: true }), name('"', { doubles: true })],
    ...{ lineComments: ['--', '//'], nests: false, dollars: /\$\$/y },
  },
  redshift: {
    quotings: [text({ doubles: true, backslash: true }), name('"', { doubles: true })],
    ...{ lineComments: ['--'], nests: true, dollars: /\$\w*\$/y },
  },
  postgres: {
    quotings: [text({ doubles: true }), name('"', { doubles: true })],
    ...{ lineComments: ['--'], nests: true, dollars: /\$\w*\$/y },
  },
  bigquery: {
    quotings: [
      text({ open: "'''", backslash: true }),
      text({ open: '"""', backslash: true }),
      ...[text({ backslash: true }), text({ open: '"', backslash: true }), name('`', { backslash: true })],
    ],
    ...{ lineComments: ['--', '#'], nests: false, dollars: null },
  },
  databricks: {
    quotings: [text({ backslash: true }), text({ open: '"', backslash: true }), name('`', { doubles: true })],
    ...{ lineComments: ['--'], nests: true, dollars: /\$\$/y },
  },
  athena: {
    quotings: [text({ doubles: true }), name('"', { doubles: true }), name('`', { doubles: true })],
    ...{ lineComments: ['--'], nests: false, dollars: null },
  },
  clickhouse: {
    quotings: [
      text({ doubles: true, backslash: true }),
      name('"', { doubles: true, backslash: true }),
      name('`', { doubles: true, backslash: true }),
    ],
    ...{ lineComments: ['--', '#'], nests: true, dollars: /\$\w*\$/y },
  },
}

/** What is between the quotes, and where it ends; null where it never does. */
const readQuoted = (sql: string, at: number, { open, doubles, backslash }: Quoting): { value: string; end: number } | null => {
  let value = ''
  for (let place = at + open.length; place < sql.length; ) {
    if (backslash && sql[place] === '\\') {
      value += sql[place + 1] ?? ''
      place += 2
    } else if (doubles && sql.startsWith(open + open, place)) {
      value += open
      place += 2 * open.length
    } else if (sql.startsWith(open, place)) return { value, end: place + open.length }
    else {
      value += sql[place]
      place += 1
    }
  }
  return null
}

const endOfComment = (sql: string, at: number, nests: boolean): number => {
  let depth = 0
  for (let place = at; place < sql.length; place += 1) {
    if (sql.startsWith('/*', place) && (nests || depth === 0)) depth += 1
    else if (sql.startsWith('*/', place) && --depth === 0) return place + 2
  }
  return -1
}

const matchAt = (form: RegExp, sql: string, at: number): string | undefined => {
  form.lastIndex = at
  return form.exec(sql)?.[0]
}

/** Reads SQL to its end. What is begun and never ends is an `open` piece, the last one. */
export const readSql = (warehouse: Warehouse, sql: string): Read[] => {
  const { quotings, lineComments, nests, dollars } = readings[warehouse]
  const read: Read[] = []
  const add = (kind: Read['kind'], at: number, end: number, value = ''): number => {
    read.push({ kind: end < 0 ? 'open' : kind, text: sql.slice(at, end < 0 ? sql.length : end), value })
    return end < 0 ? sql.length : end
  }
  for (let at = 0; at < sql.length; ) {
    const rest = at
    const quoting = quotings.find(({ open }) => sql.startsWith(open, rest))
    const dollar = dollars ? matchAt(dollars, sql, at) : undefined
    const word = matchAt(/[\p{L}\p{N}_]+/uy, sql, at)
    const blank = matchAt(/\s+/uy, sql, at)
    if (blank !== undefined) at += blank.length
    else if (quoting) {
      const found = readQuoted(sql, at, quoting)
      at = add(quoting.kind, at, found?.end ?? -1, found?.value)
    } else if (lineComments.some((begin) => sql.startsWith(begin, rest))) at = add('comment', at, sql.length)
    else if (sql.startsWith('/*', at)) at = add('comment', at, endOfComment(sql, at, nests))
    else if (dollar !== undefined) at = add('dollars', at, at + dollar.length)
    else if (word !== undefined) at = add('word', at, at + word.length)
    else at = add('sign', at, at + 1)
  }
  return read
}
