import { pause } from '../../../harness/numbers.ts'
import type { Generator, Pace, Sample, Stream } from './loads.ts'
import type { ExtraLoad, Busy } from './scene.ts'
import { minting, reading, saving, type Stage } from './stage.ts'

export type Generators = { quiet: Generator; neighbour: Generator }

/** Results of the quiet tenant in one window: p99 of each kind of request, and refusals. */
export type Window = { p99Ms: Record<string, number>; refused: string[]; neighbour: Record<string, number>; seconds: number }

const p99Of = (samples: Sample[]): number => {
  const sorted = samples.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}

// Between the first requests of two connections, and between the last of them and the quiet tenant's first request.
const everyMs = 1
const warmUpMs = 300
const restMs = 25
const maxRestMs = 20_000

/** Waits until the node responds at once a few times in a row. */
const untilAtRest = async (url: string): Promise<void> => {
  const deadlineMs = performance.now() + maxRestMs
  for (let quick = 0; quick < 5 && performance.now() < deadlineMs; ) {
    const askedMs = performance.now()
    await fetch(`${url}/livez`).catch(() => undefined)
    quick = performance.now() - askedMs < restMs ? quick + 1 : 0
    await pause(restMs)
  }
}

/** Numbers requests, so that every user and every key is new. */
const createNumbers = () => {
  const last = new Map<string, number>()
  return (name: string, count: number): number => {
    const from = last.get(name) ?? 0
    last.set(name, from + count)
    return from
  }
}

export type Measure = (pace: Pace, busy: Busy, also?: ExtraLoad[]) => Promise<Window>

export const createWindows = (stage: Stage, { quiet, neighbour }: Generators): Measure => {
  const numbers = createNumbers()
  const always: ExtraLoad[] = [
    { kind: minting(stage.quiet), perSecond: 50 },
    { kind: reading(stage.quiet), perSecond: 50 },
    { kind: saving(stage.quiet), perSecond: 4 },
  ]
  return async (pace, busy, also = []) => {
    const { url } = stage.node()
    const streams: Stream[] = [...always, ...also].map(({ kind, perSecond }) => ({
      kind,
      perSecond,
      from: numbers(`${kind.name} ${kind.items?.[0] ?? ''}`, Math.floor(perSecond * pace.seconds)),
    }))
    await untilAtRest(url)
    await busy.start?.()
    const startedMs = performance.now()
    const { kinds, connections } = busy
    const running = neighbour.closed({ url, kinds, connections, everyMs, from: numbers('neighbour', 1_000_000) })
    await pause(connections * everyMs + warmUpMs)
    const samples = await quiet.open({ url, streams, ...pace })
    const counts = await running.stop()
    const tookSeconds = (performance.now() - startedMs) / 1000
    await busy.stop?.()
    return {
      p99Ms: Object.fromEntries(streams.map(({ kind: { name } }) => [name, p99Of(samples.filter(({ stream }) => stream === name))])),
      refused: samples
        .filter(({ status }) => status < 200 || status > 299)
        .map(({ stream, status, code }) => `${stream} ${status} ${code}`),
      neighbour: counts,
      seconds: tookSeconds,
    }
  }
}
