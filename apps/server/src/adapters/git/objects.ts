import { endChild } from '#adapters/children'
import { Failure } from '#kernel/failure'
import { createInbox } from './inbox.ts'
import { findExceeded, GitLimitFailure, readerLimits } from './limits.ts'
import type { GitDir } from './run.ts'

export type GitObject = { type: string; content: Buffer }

/**
 * Reads objects by id. Asking for many at once is as quick as git is: the answers come in the order of the questions. An object
 * of more than `maxBytes` is not read: 16 MB when nothing is said, which no file of a data model comes near.
 */
export type ObjectReader = {
  read: (oid: string, maxBytes?: number) => Promise<GitObject>
  /** How large it is, without reading it. */
  sizeOf: (oid: string) => Promise<number>
  close: () => void
}

/** Said of an object before its bytes are taken into memory. */
export class ObjectOverLimit extends Failure {
  constructor(oid: string, type: string, bytes: number, maxBytes: number) {
    super(
      'model_too_large',
      `The ${type} ${oid} in the history of the data model has ${bytes} bytes; at most ${maxBytes} are read of one object. Nothing was changed; take it out of the history, or out of what is compared.`,
    )
  }
}

type Question = {
  oid: string
  maxBytes: number
  reject: (error: Error) => void
} & ({ resolve: (object: GitObject) => void } | { resolveSize: (bytes: number) => void })

const objectId = /^[0-9a-f]{40}$/
const defaultMaxBytes = 16 * 1_048_576
// What is left of an object that is too large is skipped up to here; beyond it, a new process is quicker.
const maxSkippedBytes = 64 * 1_048_576
const maxErrorBytes = 4000
// Without a byte of an answer: an object that takes this long was made to.
const silenceMs = 30_000
const maxFruitlessStarts = 3

type Running = { ask: (questions: Question[]) => void; end: () => void }

type Ended = { question: Question | undefined; left: Question[]; hasAnswered: boolean; failure: Error }

const stopped = (): Error => new Error('git stopped reading objects.')

/** One `git cat-file`, until it ends; then it says what it left unanswered, and which question it was at. */
const startReader = ({ path, git }: GitDir, onEnd: (ended: Ended) => void): Running => {
  // Told when to send what it has: on its own it would write each object by itself, which takes longer than reading it.
  const child = git.start({ path, args: ['cat-file', '--batch-command', '--buffer'] })
  const waiting: Question[] = []
  const inbox = createInbox()
  let header: { type: string; size: number } | undefined
  let unsent: string[] = []
  let written = ''
  let failure: Error | undefined
  let hasAnswered = false
  let isEnded = false

  const silence = setTimeout(() => {
    if (waiting.length > 0)
      stopWith(new Failure('resource_limit_exceeded', `Reading the object ${waiting[0]?.oid} took longer than ${silenceMs / 1000} s.`))
  }, silenceMs).unref()
  const stopWith = (reason: Error): void => {
    failure ??= reason
    endChild(child)
    ended()
  }
  const ended = (): void => {
    if (isEnded) return
    isEnded = true
    clearTimeout(silence)
    const exceeded = findExceeded(readerLimits(git.limits), written)
    const [question, ...left] = waiting.splice(0)
    const reason =
      failure ?? (exceeded && new GitLimitFailure('cat-file', exceeded)) ?? new Error(`git stopped reading objects. ${written}`)
    onEnd({ question, left, hasAnswered, failure: reason })
  }

  const answer = (settle: (question: Question) => void): true => {
    header = undefined
    hasAnswered = true
    const question = waiting.shift()
    if (question) settle(question)
    return true
  }
  const refuse = ({ type, size }: { type: string; size: number }, { oid, maxBytes }: Question): boolean => {
    const tooLarge = new ObjectOverLimit(oid, type, size, maxBytes)
    if (size > maxSkippedBytes) {
      hasAnswered = true
      stopWith(tooLarge)
      return false
    }
    inbox.skip(size + 1)
    return answer((question) => question.reject(tooLarge))
  }
  const step = (): boolean => {
    if (isEnded) return false
    if (!header) {
      const line = inbox.takeLine()
      if (line === undefined) return false
      const [, type = '', size] = line.split(' ')
      if (size === undefined) return answer((question) => question.reject(new Error(`The object ${question.oid} is ${type}.`)))
      const [first] = waiting
      if (first && 'resolveSize' in first) return answer(() => first.resolveSize(Number(size)))
      header = { type, size: Number(size) }
      if (first && header.size > first.maxBytes) return refuse(header, first)
    }
    const { type, size } = header
    // One byte more: git ends each object with a newline.
    if (!inbox.has(size + 1)) return false
    const content = inbox.take(size + 1).subarray(0, size)
    return answer((question) => 'resolve' in question && question.resolve({ type, content }))
  }

  child.stdout.on('data', (chunk: Buffer) => {
    silence.refresh()
    inbox.add(chunk)
    while (step());
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (written.length < maxErrorBytes) written += chunk.toString('utf8')
  })
  child.on('error', stopWith)
  child.on('close', ended)
  child.stdin.on('error', () => undefined)

  return {
    ask: (questions) => {
      if (waiting.length === 0) silence.refresh()
      waiting.push(...questions)
      const isFirst = unsent.length === 0
      unsent.push(...questions.map((question) => `${'resolve' in question ? 'contents' : 'info'} ${question.oid}\n`))
      if (!isFirst) return
      // What is asked for in the same turn goes out together.
      queueMicrotask(() => {
        const lines = unsent
        unsent = []
        child.stdin.write(`${lines.join('')}flush\n`)
      })
    },
    end: () => stopWith(stopped()),
  }
}

/**
 * One reader that stays, started with the first question. While it has questions it counts as a git command that runs; between
 * them it only rests. One that dies, or had to be ended, is replaced, and asked again what it had left: only the question it was
 * at has failed, whoever else was waiting.
 */
export const createObjectReader = (gitDir: GitDir): ObjectReader => {
  let running: Running | undefined
  let fruitlessStarts = 0
  let isClosing = false
  let unanswered = 0
  let turn: 'none' | 'awaited' | (() => void) = 'none'
  const queued: Question[] = []

  const start = (): Running => {
    const started = startReader(gitDir, ({ question, left, hasAnswered, failure }) => {
      if (running === started) running = undefined
      fruitlessStarts = hasAnswered ? 0 : fruitlessStarts + 1
      question?.reject(failure)
      if (left.length === 0) return
      if (isClosing || fruitlessStarts >= maxFruitlessStarts) for (const each of left) each.reject(failure)
      else send(left)
    })
    return started
  }
  const send = (questions: Question[]): void => {
    running ??= start()
    running.ask(questions)
  }
  const takeTurn = async (): Promise<void> => {
    turn = 'awaited'
    try {
      turn = await gitDir.git.enter()
      const questions = queued.splice(0)
      if (questions.length > 0) return send(questions)
      // Closed meanwhile: nobody is left who would give the turn on.
      turn()
      turn = 'none'
    } catch (error) {
      turn = 'none'
      for (const question of queued.splice(0)) question.reject(error as Error)
    }
  }
  const ask = (question: Question): void => {
    unanswered++
    if (typeof turn === 'function') return send([question])
    queued.push(question)
    if (turn === 'none') void takeTurn()
  }
  const answered = (): void => {
    unanswered--
    if (unanswered > 0 || typeof turn !== 'function') return
    turn()
    turn = 'none'
  }
  // An id is all that is ever asked for: anything else would be taken for an expression.
  const requireId = (oid: string): void => {
    if (!objectId.test(oid)) throw new TypeError(`"${oid}" is not the id of an object.`)
  }
  const asking = <T>(oid: string, questionOf: (resolve: (value: T) => void, reject: (error: Error) => void) => Question): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      requireId(oid)
      ask(
        questionOf(
          (value) => {
            answered()
            resolve(value)
          },
          (error) => {
            answered()
            reject(error)
          },
        ),
      )
    })
  return {
    read: (oid, maxBytes = defaultMaxBytes) => asking<GitObject>(oid, (resolve, reject) => ({ oid, maxBytes, resolve, reject })),
    sizeOf: (oid) => asking<number>(oid, (resolveSize, reject) => ({ oid, maxBytes: Infinity, resolveSize, reject })),
    close: () => {
      isClosing = true
      for (const question of queued.splice(0)) question.reject(stopped())
      running?.end()
      isClosing = false
      fruitlessStarts = 0
    },
  }
}
