import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { endChild } from '#adapters/children'
import { startOf, untilGone } from './process-gone.ts'
import type { SandboxExit } from './sandbox.ts'

export type First = { pid: number; start: string }

/** A program that was started, with what ends it and what is left of it to clear away. */
export type Launched = {
  child: ChildProcessWithoutNullStreams
  /** When there is something inside; rejects when it could not be made. */
  started: Promise<void>
  end: () => void
  /** The first process inside, as the machine counts; null where it ended before it was told of, or there are no walls. */
  first: Promise<First | null>
  /** When nothing of it runs, and what it had outside is removed. Rejects when it could not be started, and for nothing else. */
  gone: Promise<SandboxExit>
}

const signals = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]))

/** The head outside ends with a code where the program inside was ended by a signal. */
export const readExit = (code: number | null, signal: NodeJS.Signals | null): SandboxExit => {
  const inside = code !== null && code > 128 ? signals.get(code - 128) : undefined
  return inside === undefined ? { code, signal } : { code: null, signal: inside }
}

const firstOf = async (pipe: Readable): Promise<First | null> => {
  const told = await text(pipe).catch(() => '')
  const pid = Number(/"child-pid": *(\d+)/.exec(told)?.[1] ?? Number.NaN)
  const start = Number.isNaN(pid) ? null : await startOf(pid)
  return start === null ? null : { pid, start }
}

/** Only if it is still the one that was told of. */
const kill = async (first: First | null): Promise<void> => {
  if (!first || (await startOf(first.pid)) !== first.start) return
  try {
    process.kill(first.pid, 'SIGKILL')
  } catch {
    // It has ended since.
  }
}

export type Following = {
  clear: () => Promise<void>
  /** What goes wrong after the end is nobody's to wait for: whoever holds a place for the program would hold it for ever. */
  tell: (problem: unknown) => void
}

/** Follows bubblewrap: it takes its arguments from one pipe, and tells by another which process is the first one inside. */
export const follow = (child: ChildProcessWithoutNullStreams, args: readonly string[], { clear, tell }: Following): Launched => {
  const [, , , given, told] = child.stdio as unknown as [Writable, Readable, Readable, Writable, Readable]
  given.on('error', () => undefined)
  given.end(args.map((arg) => `${arg}\0`).join(''))
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const first = firstOf(told)
  const end = (): void => {
    endChild(child)
    void first.then(kill)
  }
  // Programs that were left running go with the first; that it was told to end does not mean that it has.
  const endAll = async (): Promise<void> => {
    const inside = await first
    await kill(inside)
    if (inside) await untilGone(inside.pid, inside.start)
  }
  const gone = (async (): Promise<SandboxExit> => {
    try {
      const exit = await exited
      await endAll().catch(tell)
      return readExit(...exit)
    } finally {
      await clear().catch(tell)
    }
  })()
  gone.catch(() => undefined)
  const started = (async (): Promise<void> => {
    // One that became the program was started long ago.
    if (child.pid === undefined) await gone
    // One that has ended already did start: how, its exit tells.
    if ((await first) === null) await gone
  })()
  started.catch(() => undefined)
  return { child, started, end, first, gone }
}
