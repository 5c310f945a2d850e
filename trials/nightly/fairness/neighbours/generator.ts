import { Agent } from 'node:http'
import { pause } from '../../../harness/numbers.ts'
import type { ClosedLoad, Command, OpenLoad, Report, Sample } from './loads.ts'
import { type Answer, sendRequest } from './requests.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 2048 })

/** Sends each stream at a fixed rate, whether or not responses come. Latency counts from the time at which a request was due. */
const driveOpen = async ({ url, streams, seconds, patienceMs }: OpenLoad): Promise<Sample[]> => {
  const samples: Sample[] = []
  const startedMs = performance.now()
  const due = streams
    .flatMap((stream) =>
      Array.from({ length: Math.floor(stream.perSecond * seconds) }, (_, n) => ({ stream, n, atMs: (n * 1000) / stream.perSecond })),
    )
    .toSorted((a, b) => a.atMs - b.atMs)
  const send = async ({ stream, n, atMs }: (typeof due)[number]): Promise<void> => {
    const answer = await sendRequest(agent, url, stream.kind, stream.from + n, AbortSignal.timeout(patienceMs))
    samples.push({ stream: stream.kind.name, ms: performance.now() - startedMs - atMs, ...answer })
  }
  const sent: Promise<void>[] = []
  let next = 0
  while (next < due.length) {
    for (let item = due[next]; item && item.atMs <= performance.now() - startedMs; item = due[++next]) sent.push(send(item))
    await pause(1)
  }
  await Promise.all(sent)
  return samples
}

/** Keeps this many connections busy until stopped. Connections start one after another. */
const driveClosed = ({ url, kinds, connections, from, everyMs }: ClosedLoad, stopping: AbortSignal): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  let number = from
  const note = (name: string, { status, code }: Answer): void => {
    const what = status === 0 && stopping.aborted ? `${name} given up` : `${name} ${status} ${code}`.trim()
    counts[what] = (counts[what] ?? 0) + 1
  }
  const work = async (place: number): Promise<void> => {
    const kind = kinds[place % kinds.length]
    await pause(place * everyMs)
    while (kind && !stopping.aborted) note(kind.name, await sendRequest(agent, url, kind, number++, stopping))
  }
  return Promise.all(Array.from({ length: connections }, (_, place) => work(place))).then(() => counts)
}

const report = (message: Report): void => void process.send?.(message)

let stopClosed = new AbortController()

process.on('message', (command: Command) => {
  if (command.do === 'stop') return stopClosed.abort()
  if (command.do === 'open') return void driveOpen(command.load).then((samples) => report({ samples }))
  stopClosed = new AbortController()
  return void driveClosed(command.load, stopClosed.signal).then((counts) => report({ counts }))
})
// The parent process ended.
process.on('disconnect', () => {
  stopClosed.abort()
  agent.destroy()
})
