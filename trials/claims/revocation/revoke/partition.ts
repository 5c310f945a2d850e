import { rounded } from '../../../harness/numbers.ts'
import type { Cut } from '../../../harness/postgres-forwarder.ts'
import type { Fleet } from './fleet.ts'

/** The effects of a partition between the service and its database. */
export type Partition = {
  how: Cut
  acceptedFromCache: number
  acceptedTooLate: number
  /** Responses to requests that were sent when cached credentials had to be distrusted. */
  refusedMeanwhile: number
  otherMeanwhile: number
  withoutRetryAfter: number
  slowestMs: number
  slowestAfterMs: number
  recoveredMs: number
  /** Until an operation that reads from the database succeeds. */
  readingRecoveredMs: number
  failedAfterRecovery: number
  revokedAccepted: number
}

const trustMs = 2000
const cutMs = 6000
const everyMs = 50
const readingPath = '/api/v1/users/me'
const patienceMs = 12_000
const slowestAllowedMs = 3000
const recoveryAllowedMs = 5000

type Asked = { process: number; sentAtMs: number; answeredAtMs: number; status: number; retryAfter: string | null }

/** Sends requests at a steady rate, without waiting for responses. */
const keepAsking = (fleet: Fleet, secret: string, path?: string): { asked: Asked[]; stop: () => Promise<void> } => {
  const asked: Asked[] = []
  const waiting = new Set<Promise<void>>()
  const timer = setInterval(() => {
    for (const [place, process] of fleet.processes.entries()) {
      const sentAtMs = performance.now()
      const one = fleet.ask(process, secret, path).then(
        ({ status, retryAfter }) => void asked.push({ process: place, sentAtMs, answeredAtMs: performance.now(), status, retryAfter }),
        () => void asked.push({ process: place, sentAtMs, answeredAtMs: performance.now(), status: 0, retryAfter: null }),
      )
      waiting.add(one)
      void one.then(() => waiting.delete(one))
    }
  }, everyMs)
  return {
    asked,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(waiting)
    },
  }
}

const slowestOf = (asked: Asked[]): number => rounded(Math.max(...asked.map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs)), 0)

const pauseUntil = (atMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())))

/** Cuts the connection under steady use, deletes a key meanwhile, and restores the connection. */
export const cutAndHeal = async (fleet: Fleet, how: Cut): Promise<Partition> => {
  const [kept, deleted] = [await fleet.newKey(), await fleet.newKey()]
  await fleet.warm(kept.secret)
  await fleet.warm(deleted.secret)
  // Fills the pools, because idle connections are found dead only after the connection is restored.
  await fleet.warm(kept.secret, readingPath)
  const [good, bad] = [keepAsking(fleet, kept.secret), keepAsking(fleet, deleted.secret)]
  await pauseUntil(performance.now() + 500)

  const cutAtMs = performance.now()
  fleet.forwarder.cut(how)
  await pauseUntil(cutAtMs + 1000)
  await fleet.installation.sql('delete from api_keys where id = $1', [deleted.id])
  await pauseUntil(cutAtMs + cutMs)
  const healedAtMs = performance.now()
  fleet.forwarder.heal()
  const reading = keepAsking(fleet, kept.secret, readingPath)
  const backAtMs = ({ asked }: typeof good): number =>
    Math.max(
      ...fleet.processes.map(
        (_, place) =>
          asked.find((one) => one.process === place && one.sentAtMs > healedAtMs && one.status === 200)?.answeredAtMs ??
          Number.POSITIVE_INFINITY,
      ),
    )
  const isBack = (): boolean => Number.isFinite(Math.max(backAtMs(good), backAtMs(reading)))
  while (!isBack() && performance.now() < healedAtMs + patienceMs) await pauseUntil(performance.now() + everyMs)
  // Failures after the first success count too.
  await pauseUntil(healedAtMs + recoveryAllowedMs + 1500)
  await Promise.all([good.stop(), bad.stop(), reading.stop()])

  const all = [...good.asked, ...bad.asked, ...reading.asked]
  const untrusted = all.filter(({ sentAtMs }) => sentAtMs >= cutAtMs + trustMs && sentAtMs < healedAtMs)
  const answered = untrusted.filter(({ answeredAtMs }) => answeredAtMs < healedAtMs)
  const settled = all.filter(({ sentAtMs }) => sentAtMs > healedAtMs + recoveryAllowedMs)
  return {
    how,
    acceptedFromCache: all.filter(({ sentAtMs, status }) => sentAtMs >= cutAtMs && sentAtMs < cutAtMs + trustMs && status === 200).length,
    acceptedTooLate: answered.filter(({ status }) => status === 200).length,
    refusedMeanwhile: answered.filter(({ status }) => status === 503).length,
    otherMeanwhile: answered.filter(({ status }) => status !== 503 && status !== 200).length,
    withoutRetryAfter: answered.filter(({ status, retryAfter }) => status === 503 && retryAfter === null).length,
    slowestMs: slowestOf(untrusted),
    slowestAfterMs: slowestOf(all.filter(({ sentAtMs }) => sentAtMs >= healedAtMs)),
    recoveredMs: rounded(backAtMs(good) - healedAtMs, 0),
    readingRecoveredMs: rounded(backAtMs(reading) - healedAtMs, 0),
    failedAfterRecovery: settled.filter(({ status }) => status >= 500 || status === 0).length,
    revokedAccepted: bad.asked.filter(({ sentAtMs, status }) => sentAtMs >= cutAtMs + trustMs && status === 200).length,
  }
}

export const isSafe = (partition: Partition): boolean =>
  // Responses just after the cut show that credentials were cached.
  partition.acceptedFromCache > 0 &&
  partition.refusedMeanwhile > 0 &&
  partition.acceptedTooLate + partition.otherMeanwhile + partition.withoutRetryAfter + partition.revokedAccepted === 0 &&
  Math.max(partition.slowestMs, partition.slowestAfterMs) <= slowestAllowedMs &&
  partition.failedAfterRecovery === 0 &&
  Math.max(partition.recoveredMs, partition.readingRecoveredMs) <= recoveryAllowedMs
