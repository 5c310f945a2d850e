import { Agent, request } from 'node:http'
import { rounded } from './numbers.ts'

export type OpenLoad = { url: string; headers: Record<string, string>; bodies: readonly string[]; perSecond: number; seconds: number }
export type Latency = { p50Ms: number; p99Ms: number; sent: number; failed: number }

const send = (agent: Agent, load: OpenLoad, body: string): Promise<boolean> =>
  new Promise((resolve) => {
    const headers = { ...load.headers, 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(load.url, { agent, method: 'POST', headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
    })
    sent.once('error', () => resolve(false))
    sent.end(body)
  })

/**
 * Sends at a fixed rate, whether or not answers come. Times count from when a request was due, so that a stall is felt by every
 * request it delayed. It shares the cores with what it measures: compare its figures with each other, not with a clock.
 */
export const driveOpenLoop = async (load: OpenLoad): Promise<Latency> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  let failed = 0
  const startedMs = performance.now()
  const count = Math.floor(load.perSecond * load.seconds)
  const waiting: Promise<void>[] = []
  const sendDue = async (number: number): Promise<void> => {
    const dueMs = startedMs + (number * 1000) / load.perSecond
    const isGood = await send(agent, load, load.bodies[number % load.bodies.length] ?? '')
    if (isGood) times.push(performance.now() - dueMs)
    else failed++
  }
  for (let number = 0; number < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedMs) * load.perSecond) / 1000))
    while (number < due) waiting.push(sendDue(number++))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(waiting)
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => rounded(sorted[Math.floor(sorted.length * share)] ?? Number.NaN, 2)
  return { p50Ms: at(0.5), p99Ms: at(0.99), sent: count, failed }
}
