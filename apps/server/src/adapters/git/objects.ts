import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { startGit } from './run.ts'

export type GitObject = { type: string; content: Buffer }

/** Reads objects by id. Asking for many at once is as quick as git is: the answers come in the order of the questions. */
export type ObjectReader = { read: (oid: string) => Promise<GitObject>; close: () => void }

type Question = { oid: string; resolve: (object: GitObject) => void; reject: (error: Error) => void }

const newline = 0x0a
const objectId = /^[0-9a-f]{40}$/

/** What has arrived and was not taken yet; chunks are joined only when something is cut out of them. */
const createInbox = () => {
  let chunks: Buffer[] = []
  let size = 0
  const joined = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    chunks = [all]
    return all
  }
  return {
    add: (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
    },
    has: (bytes: number): boolean => size >= bytes,
    takeLine: (): string | undefined => {
      if (size === 0) return undefined
      const all = joined()
      const end = all.indexOf(newline)
      if (end === -1) return undefined
      chunks = [all.subarray(end + 1)]
      size -= end + 1
      return all.toString('latin1', 0, end)
    },
    take: (bytes: number): Buffer => {
      const all = joined()
      chunks = [all.subarray(bytes)]
      size -= bytes
      return all.subarray(0, bytes)
    },
  }
}

const listen = (child: ChildProcessWithoutNullStreams, waiting: Question[]): void => {
  const inbox = createInbox()
  let header: { type: string; size: number } | undefined
  const step = (): boolean => {
    if (!header) {
      const line = inbox.takeLine()
      if (line === undefined) return false
      const [, type = '', size] = line.split(' ')
      if (size === undefined) {
        const question = waiting.shift()
        question?.reject(new Error(`The object ${question.oid} is ${type}.`))
        return true
      }
      header = { type, size: Number(size) }
    }
    // One byte more: git ends each object with a line feed.
    if (!inbox.has(header.size + 1)) return false
    const content = inbox.take(header.size + 1).subarray(0, header.size)
    waiting.shift()?.resolve({ type: header.type, content })
    header = undefined
    return true
  }
  child.stdout.on('data', (chunk: Buffer) => {
    inbox.add(chunk)
    while (step());
  })
}

type Running = { child: ChildProcessWithoutNullStreams; waiting: Question[]; unsent: string[] }

/**
 * One `git cat-file` that stays, started with the first question. A dead one is replaced by the next. It is told when to send
 * what it has: on its own it would write each object by itself, which takes longer than reading it.
 */
export const createObjectReader = (gitDir: string): ObjectReader => {
  let running: Running | undefined
  const start = (): Running => {
    const child = startGit({ gitDir, args: ['cat-file', '--batch-command', '--buffer'] })
    const waiting: Question[] = []
    const started = { child, waiting, unsent: [] }
    const end = (): void => {
      if (running === started) running = undefined
      for (const question of waiting.splice(0)) question.reject(new Error('git stopped reading objects.'))
    }
    child.on('error', end)
    child.on('close', end)
    child.stdin.on('error', end)
    child.stderr.resume()
    listen(child, waiting)
    return started
  }
  const ask = (of: Running, oid: string): void => {
    of.unsent.push(`contents ${oid}\n`)
    if (of.unsent.length > 1) return
    // What is asked for in the same turn goes out together.
    queueMicrotask(() => of.child.stdin.write(`${of.unsent.splice(0).join('')}flush\n`))
  }
  return {
    read: (oid) =>
      new Promise((resolve, reject) => {
        // An id is all that is ever asked for: anything else would be taken for an expression.
        if (!objectId.test(oid)) return reject(new TypeError(`"${oid}" is not the id of an object.`))
        running ??= start()
        running.waiting.push({ oid, resolve, reject })
        ask(running, oid)
      }),
    close: () => {
      running?.child.kill('SIGKILL')
      running = undefined
    },
  }
}
