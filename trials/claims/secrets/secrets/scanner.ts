import { constants, inflateRawSync } from 'node:zlib'
import { createFinder } from './needles.ts'

/** One way a value can be written down. */
type Needle = { form: string; bytes: Buffer }

export type Wanted = { name: string; needles: Needle[] }
export type Hit = { name: string; form: string; at: string; near: string }
/** Every place where one of the wanted values stands in some form. */
export type Scan = (content: Buffer) => Hit[]

const maxDepth = 3
const maxInflated = 64 * 1024 * 1024

/** Inside longer text a value starts at any of three places of a base64 group; only the characters it alone decides are kept. */
const base64At = (value: Buffer, offset: number): string => {
  const coded = Buffer.concat([Buffer.alloc(offset), value]).toString('base64')
  return coded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + value.length) * 8) / 6))
}

const formsOf = (value: Buffer): [string, string | Buffer][] => [
  ['plain', value],
  ['hex', value.toString('hex')],
  ['HEX', value.toString('hex').toUpperCase()],
  ['URL-encoded', encodeURIComponent(value.toString())],
  ['in JSON', JSON.stringify(value.toString()).slice(1, -1)],
  ...[0, 1, 2].flatMap((offset): [string, string][] => {
    const coded = base64At(value, offset)
    return [
      [`base64 at ${offset}`, coded],
      [`base64url at ${offset}`, coded.replaceAll('+', '-').replaceAll('/', '_')],
    ]
  }),
]

/** Everything to look for when looking for this value. Forms that come out alike are looked for once. */
export const wanted = (name: string, value: string | Buffer): Wanted => {
  const seen = new Map<string, Needle>()
  for (const [form, written] of formsOf(Buffer.from(value as string))) {
    const bytes = Buffer.from(written as string)
    const key = bytes.toString('latin1')
    if (!seen.has(key)) seen.set(key, { form, bytes })
  }
  return { name, needles: [...seen.values()] }
}

const gzipMark = Buffer.from([0x1f, 0x8b, 0x08])

const hasChecksum = 2
const hasExtra = 4
const hasName = 8
const hasComment = 16

/** Where the compressed part behind a gzip header begins. Read by hand: the library refuses what is followed by anything else. */
const behindHeader = (content: Buffer, at: number): number => {
  const flags = content[at + 3] ?? 0
  let place = at + 10
  if (flags & hasExtra) place += 2 + content.readUInt16LE(place)
  if (flags & hasName) place = content.indexOf(0, place) + 1
  if (flags & hasComment) place = content.indexOf(0, place) + 1
  return flags & hasChecksum ? place + 2 : place
}

// As git writes its objects; the second byte says how hard it tried.
const zlibMarks = [0x01, 0x5e, 0x9c, 0xda].map((level) => Buffer.from([0x78, level]))

const starts: { mark: Buffer; behind: (content: Buffer, at: number) => number }[] = [
  { mark: gzipMark, behind: behindHeader },
  ...zlibMarks.map((mark) => ({ mark, behind: (_: Buffer, at: number) => at + mark.length })),
]

/** What is compressed in there, however it is embedded. A part that was cut off still gives its beginning. */
const inflated = (content: Buffer): Buffer[] => {
  const found: Buffer[] = []
  for (const { mark, behind } of starts)
    for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + 1)) {
      try {
        const compressed = content.subarray(behind(content, at))
        found.push(inflateRawSync(compressed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxInflated }))
      } catch {
        continue
      }
    }
  return found
}

const base64Run = /[A-Za-z0-9+/_-]{40,}/g

/** Compressed bytes that were then written as base64: the runs are decoded from each of their first four characters. */
const decoded = (content: Buffer): Buffer[] => {
  const found: Buffer[] = []
  for (const [run] of content.toString('latin1').matchAll(base64Run))
    for (let start = 0; start < 4; start++) {
      const bytes = Buffer.from(run.slice(start), 'base64')
      if (bytes.includes(gzipMark)) found.push(bytes)
    }
  return found
}

export const createScan = (list: readonly Wanted[]): Scan => {
  const needles = list.flatMap(({ name, needles: forms }) => forms.map(({ form, bytes }) => ({ name, form, bytes })))
  const find = createFinder(needles.map(({ bytes }) => bytes))
  const scan = (content: Buffer, at: string, depth: number): Hit[] => {
    const hits = [...find(content)].flatMap(([place, start]): Hit[] => {
      const needle = needles[place]
      if (!needle) return []
      return [{ name: needle.name, form: needle.form, at, near: content.subarray(Math.max(0, start - 80), start + 80).toString() }]
    })
    if (depth >= maxDepth) return hits
    for (const inner of inflated(content)) hits.push(...scan(inner, `${at}, inflated`, depth + 1))
    for (const inner of decoded(content)) hits.push(...scan(inner, `${at}, from base64`, depth + 1))
    return hits
  }
  return (content) => scan(content, 'as it is', 0)
}
