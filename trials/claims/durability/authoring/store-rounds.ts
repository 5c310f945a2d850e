import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { asAsked } from '@facet/testkit/relay'
import { pause } from '../../../harness/numbers.ts'
import { rowOf } from './assembled.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { type Model, newToken, putFile, readFiles } from './models.ts'
import type { Readers } from './readers.ts'
import type { StoreFault } from './store-faults.ts'
import { until } from './stopped.ts'
import type { Refusal, TokenWriters } from './token-writers.ts'

export type StoreRound = {
  name: string
  confirmed: number
  reads: number
  refused: Record<string, number>
  wrongAnswers: Refusal[]
  resumedMs: number
}

const internals = /127\.0\.0\.1|tenants\/|\/tmp|s3:|versity|pack-|\.ts:|node_modules|SHA-256/i

/** While the store fails, the only valid response is 503 with `Retry-After`, without internal details. */
const isProper = ({ status, code, hasRetryAfter, body }: Refusal): boolean => {
  if (internals.test(body)) return false
  return status === 503 && code === 'service_unavailable' && hasRetryAfter
}

const countByCode = (refused: Refusal[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, code } of refused) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1
  return counts
}

/** Waits until every node writes and reads again. Nodes must not have been restarted. */
const untilServing = async (fleet: Fleet, models: Model[]): Promise<number> => {
  const sinceMs = performance.now()
  for (const node of fleet.nodes) {
    const model = models[node.place % models.length] as Model
    const isWritten = async (): Promise<boolean> => (await putFile(fleet, node, model, newToken('resumed'))).status === 200
    const isRead = async (): Promise<boolean> => (await readFiles(fleet, node, model, true)) instanceof Map
    if (!node.isUp()) throw new Error(`A node exited: ${readFileSync(node.process().logFile, 'utf8').slice(-3000)}`)
    await until(isWritten, 'Writes are refused though the store is back.')
    await until(isRead, 'Reads are refused though the store is back.')
  }
  return Math.round(performance.now() - sinceMs)
}

export type StoreTrial = { fleet: Fleet; models: Model[]; writers: TokenWriters; readers: Readers }

/** `isHarmless`: writes succeed despite the fault. Any other fault must cause a refusal. `fail` is called again until it does. */
type Fault = { name: string; forMs: number; isHarmless?: boolean; fail: () => Promise<void> | void; heal: () => Promise<void> | void }

// On a slow machine it takes longer until a request meets the fault.
const maxTimesAsLong = 10

/** Keeps the fault for a while, longer while no request met it, then heals it. Returns the responses of callers. */
const during = async ({ fleet, models, writers, readers }: StoreTrial, { name, forMs, isHarmless, fail, heal }: Fault) => {
  const before = [writers.acknowledged.length, readers.reads(), writers.refused.length, readers.refused.length] as const
  const refusedSince = (): Refusal[] => [...writers.refused.slice(before[2]), ...readers.refused.slice(before[3])]
  const isMet = (): boolean => (isHarmless ? writers.acknowledged.length > before[0] : refusedSince().length > 0)
  for (let times = 0; times === 0 || (times < maxTimesAsLong && !isMet()); times++) {
    await fail()
    await pause(forMs)
  }
  const confirmed = writers.acknowledged.length - before[0]
  const reads = readers.reads() - before[1]
  await heal()
  const resumedMs = await untilServing(fleet, models)
  const refused = refusedSince()
  return { name, confirmed, reads, refused: countByCode(refused), wrongAnswers: refused.filter((refusal) => !isProper(refusal)), resumedMs }
}

export const failAs = (trial: StoreTrial, { name, behaviour, isHarmless }: StoreFault, forMs: number): Promise<StoreRound> => {
  const behave = (how: typeof behaviour): void => {
    for (const { store } of trial.fleet.nodes) store.behave(how)
  }
  return during(trial, { name, forMs, isHarmless, fail: () => behave(behaviour), heal: () => behave(asAsked) })
}

export const goAway = (trial: StoreTrial, forMs: number): Promise<StoreRound> =>
  during(trial, {
    name: 'away',
    forMs,
    fail: async () => void (await Promise.all(trial.fleet.nodes.map(({ store }) => store.goAway()))),
    heal: async () => void (await Promise.all(trial.fleet.nodes.map(({ store }) => store.comeBack()))),
  })

/**
 * Moves the newest pack of each data model out of the store, and back later. When every node has cached that pack, the next call moves a
 * newer one.
 */
export const vanish = async (trial: StoreTrial, forMs: number): Promise<StoreRound> => {
  const { fleet, models } = trial
  const taken: string[] = []
  return during(trial, {
    name: 'vanished',
    forMs,
    fail: async () => {
      for (const { deploymentId } of models) {
        const pack = (await rowOf(fleet, deploymentId)).packs.at(-1)
        for (const key of pack ? [pack.key, pack.indexKey] : []) {
          const file = fleet.s3.objectFile(key)
          if (taken.includes(file)) continue
          renameSync(file, `${file}.taken`)
          taken.push(file)
        }
      }
    },
    heal: () => {
      for (const file of taken) renameSync(`${file}.taken`, file)
    },
  })
}

const pageBytes = 4096

export const residentMb = (node: FleetNode): number => {
  if (!node.isUp()) return 0
  return Math.round((Number(readFileSync(`/proc/${node.process().pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1_048_576)
}

/** Work folders of completed changes. */
export const leftEdits = async (fleet: Fleet): Promise<string[]> => {
  const list = (): string[] => fleet.nodes.flatMap((node) => readdirSync(node.editsFolder()))
  await until(() => list().length === 0, 'Work folders are left.', 10_000).catch(() => undefined)
  return list()
}
