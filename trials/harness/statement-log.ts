import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './numbers.ts'

/** A statement in PostgreSQL's own log, which shows everything that the service sends. */
export type Statement = { name: string; text: string; serverMs: number }

/** Settings that log every statement with its duration and role. */
export const statementLogging = { log_min_duration_statement: '0', log_line_prefix: '%p %u ' }

const lineForm = /^(\d+) (\S+) LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement) ?([^:]*): (.*)$/

// The server writes the line after it has answered.
const settleMs = 200

export type StatementLog = {
  /** Statements of the service's role while the work ran. */
  during: (work: () => Promise<void>) => Promise<Statement[]>
}

export const statementLog = (folder: string, role = 'facet'): StatementLog => {
  const file = join(folder, 'postgres.log')
  return {
    during: async (work) => {
      const from = sizeOf(file)
      await work()
      await pause(settleMs)
      return statementsOf(readFrom(file, from), role)
    },
  }
}

const sizeOf = (file: string): number => withFile(file, (descriptor) => fstatSync(descriptor).size)

const readFrom = (file: string, from: number): string =>
  withFile(file, (descriptor) => {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - from))
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from))
  })

const withFile = <T>(file: string, use: (descriptor: number) => T): T => {
  const descriptor = openSync(file, 'r')
  try {
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const statementsOf = (text: string, role: string): Statement[] => {
  const statements: Statement[] = []
  const begun = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, pid = '', user, ms, phase, name = '', sent = ''] = lineForm.exec(line) ?? []
    if (user !== role) continue
    const serverMs = (begun.get(pid) ?? 0) + Number(ms)
    if (phase === 'parse' || phase === 'bind') begun.set(pid, serverMs)
    else {
      statements.push({ name, text: sent, serverMs })
      begun.delete(pid)
    }
  }
  return statements
}
