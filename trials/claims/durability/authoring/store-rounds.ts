import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { asAsked } from '@facet/testkit/relay'
import { pause } from '../../../harness/numbers.ts'
import { rowOf } from './assembled.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { countLost, type Expected } from './lost-tokens.ts'
import { type Model, newToken, putFile, readFiles } from './models.ts'
import type { Readers } from './readers.ts'
import { flipped, type StoreFault } from './store-faults.ts'
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

/** What a caller may be told while the store fails: to come back, and never how it looks inside. */
const isProper = ({ status, code, hasRetryAfter, body }: Refusal): boolean => {
  if (internals.test(body)) return false
  return status === 503 && code === 'service_unavailable' && hasRetryAfter
}

const countByCode = (refused: Refusal[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, code } of refused) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1
  return counts
}

/** Every node writes and reads again, without having been started again. */
const untilServing = async (fleet: Fleet, models: Model[]): Promise<number> => {
  const sinceMs = performance.now()
  for (const node of fleet.nodes) {
    const model = models[node.place % models.length] as Model
    const isWritten = async (): Promise<boolean> => (await putFile(fleet, node, model, newToken('resumed'))).status === 200
    const isRead = async (): Promise<boolean> => (await readFiles(fleet, node, model, true)) instanceof Map
    if (!node.isUp()) throw new Error(`A node ended: ${lastWords(node)}`)
    await until(isWritten, 'Writes are refused though the store is back.')
    await until(isRead, 'Reads are refused though the store is back.')
  }
  return Math.round(performance.now() - sinceMs)
}

export type StoreTrial = { fleet: Fleet; models: Model[]; writers: TokenWriters; readers: Readers }

/**
 * `isHarmless`: callers go on as if nothing were wrong. Of any other fault somebody hears. `fail` may be called again: what it
 * did may have met nobody.
 */
type Fault = { name: string; forMs: number; isHarmless?: boolean; fail: () => Promise<void> | void; heal: () => Promise<void> | void }

// A machine that is slow itself needs longer until anybody feels a fault.
const maxTimesAsLong = 10

/** Lets the fault happen for a while, longer if nobody felt it yet, then takes it away, and says what callers saw of it. */
const during = async ({ fleet, models, writers, readers }: StoreTrial, { name, forMs, isHarmless, fail, heal }: Fault) => {
  const before = [writers.acknowledged.length, readers.reads(), writers.refused.length, readers.refused.length] as const
  const refusedSince = (): Refusal[] => [...writers.refused.slice(before[2]), ...readers.refused.slice(before[3])]
  const isFelt = (): boolean => (isHarmless ? writers.acknowledged.length > before[0] : refusedSince().length > 0)
  for (let times = 0; times === 0 || (times < maxTimesAsLong && !isFelt()); times++) {
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
 * The newest pack of each data model is taken out of the store behind everybody's back, and put back later. Nobody feels it if
 * all nodes have that one already, so then a newer one is.
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

const lastWords = (node: FleetNode): string => readFileSync(node.process().logFile, 'utf8').slice(-3000)

/** The positive control: one byte of a pack is changed in the store, and the check must see it. */
export const spoilOnPurpose = async (fleet: Fleet, model: Model, expected: readonly Expected[]): Promise<number> => {
  const [pack] = (await rowOf(fleet, model.deploymentId)).packs
  const file = fleet.s3.objectFile(pack?.key ?? '')
  const bytes = readFileSync(file)
  writeFileSync(file, flipped(bytes))
  try {
    const { broken } = await countLost(fleet, expected, fleet.nodes[0] as FleetNode, [model])
    return broken.length
  } finally {
    writeFileSync(file, bytes)
  }
}

/** Folders of changes that nobody is making any more. */
export const leftEdits = async (fleet: Fleet): Promise<string[]> => {
  const list = (): string[] => fleet.nodes.flatMap((node) => readdirSync(node.editsFolder()))
  await until(() => list().length === 0, 'left', 10_000).catch(() => undefined)
  return list()
}
