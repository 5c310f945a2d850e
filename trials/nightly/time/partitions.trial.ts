import { createEmbedding, type Embedding } from '../../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { againIfHeldUp, underConditions } from '../../harness/machine.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { pause } from '../../harness/numbers.ts'
import { type AuditMonth, makeMonthWhileHeld, plantedMonth } from './partitions/audit-month.ts'
import { dropWhileHeld, type Held } from './partitions/held.ts'
import { keepMinting, type Load } from './partitions/load.ts'
import { goOnWithout, isUndisturbed, type Missing } from './partitions/missing.ts'
import { plantPartitionFirst } from './partitions/planted.ts'
import { compareLocks } from './partitions/starved.ts'

const dump = 'embed_sessions, embed_grants'
// One old hour; the table over all; and both tables over all, as a dump holds them.
const holds = ['only embed_sessions_1000', 'embed_sessions', 'embed_grants', dump]

const isWithinASecond = (ms: number | null): boolean => ms !== null && ms < 1000

const isGone = (held: Held): boolean => isUndisturbed(held) && held.leftWhileHeld > 0 && held.leftAfter === 0

const isMadeBeside = ({ madeWhileHeld, writes, failed, slowestMs }: AuditMonth): boolean =>
  madeWhileHeld && writes > 0 && failed === 0 && slowestMs < 1000

const isFilledIn = (missing: Missing): boolean =>
  isUndisturbed(missing) && missing.inDefault.sessions > 0 && missing.inDefault.grants > 0 && missing.made > 0

/** Slow is what a machine that stands still makes of it. A defect is none of the machine's doing, and no reason to try again. */
const orDefect =
  <T extends Load>(isGood: (load: T) => boolean) =>
  (load: T): boolean =>
    isGood(load) || (load.example?.includes(' 500 ') ?? false)

type Writing = Load & { groups: number; slowestGroupMs: number }

const isAmongMinters = ({ failed, slowestGroupMs }: Writing): boolean => failed === 0 && isWithinASecond(slowestGroupMs)

/** Somebody makes groups, which changes the catalog everyone mints from, while minting goes on over three connections. */
const writeAmongMinters = async (
  installation: Installation,
  embedding: Embedding,
  processes: FacetProcess[],
  groups: number,
): Promise<Writing> => {
  const [first] = processes as [FacetProcess]
  const api = installation.client(first, embedding.tenant)
  const stop = keepMinting(embedding, processes, 24)
  await pause(300)
  let slowestGroupMs = 0
  for (let made = 0; made < groups; made++) {
    const startedMs = performance.now()
    await api.createGroup({ body: { name: `group ${made} ${startedMs}` } })
    slowestGroupMs = Math.max(slowestGroupMs, Math.round(performance.now() - startedMs))
  }
  return { ...(await stop()), groups, slowestGroupMs }
}

const maxTries = 5

/** A planted fault shows by chance; one that does not in so many tries is not seen. */
const untilSeen = async <Found>(attempt: () => Promise<Found>, isSeen: (found: Found) => boolean): Promise<Found> => {
  let found = await attempt()
  for (let tries = 1; tries < maxTries && !isSeen(found); tries++) found = await attempt()
  return found
}

const run = async (installation: Installation, { quick, plants, say }: TrialOptions) => {
  const processes = [await installation.serve(), await installation.serve(), await installation.serve()]
  const [first] = processes
  if (!first) throw new Error('Nothing serves.')
  const embedding = await createEmbedding(installation, first, await installation.createTenant('partitions'))
  try {
    const missing = await againIfHeldUp(
      () => goOnWithout(installation, embedding, processes, quick ? 1500 : 10_000),
      orDefect(isFilledIn),
      say,
    )
    say(`hours missing: ${JSON.stringify(missing)}`)
    const helds: Held[] = []
    for (const held of holds) {
      const drop = () => dropWhileHeld(installation, embedding, processes, { held, hours: 20, lastsMs: quick ? 1000 : 5000 })
      helds.push(await againIfHeldUp(drop, orDefect(isGone), say))
      say(`held: ${JSON.stringify(helds.at(-1))}`)
    }
    const auditMonth = await againIfHeldUp(
      () => makeMonthWhileHeld(installation, first, embedding.tenant, quick ? 1000 : 5000),
      isMadeBeside,
      say,
    )
    say(`a month of the audit trail: ${JSON.stringify(auditMonth)}`)
    const plantedAuditMonth = plants ? await makeMonthWhileHeld(installation, first, embedding.tenant, 5000, plantedMonth) : undefined
    if (plantedAuditMonth) say(`planted: ${JSON.stringify(plantedAuditMonth)}`)
    const writing = await againIfHeldUp(
      () => writeAmongMinters(installation, embedding, processes, quick ? 5 : 50),
      orDefect(isAmongMinters),
      say,
    )
    say(`a writer among minters: ${JSON.stringify(writing)}`)
    const locks = await untilSeen(
      () => compareLocks(installation, quick ? 2 : 10),
      ({ rows }) => !plants || rows.some((ms) => !isWithinASecond(ms)),
    )
    say(`waits for the lock: ${JSON.stringify(locks)}`)
    const dropPlanted = async () => {
      await plantPartitionFirst(installation)
      return untilSeen(
        () => dropWhileHeld(installation, embedding, processes, { held: dump, hours: 20, lastsMs: 5000 }),
        (found) => !isUndisturbed(found),
      )
    }
    const planted = plants ? await dropPlanted() : undefined
    if (planted) say(`planted: ${JSON.stringify(planted)}`)
    return {
      isPassed:
        isMadeBeside(auditMonth) &&
        (plantedAuditMonth === undefined || !isMadeBeside(plantedAuditMonth)) &&
        isAmongMinters(writing) &&
        locks.shared.every(isWithinASecond) &&
        (!plants || locks.rows.some((ms) => !isWithinASecond(ms))) &&
        (planted === undefined || !isUndisturbed(planted)) &&
        isFilledIn(missing) &&
        helds.every(isGone),
      figures: { missing, held: helds, auditMonth, plantedAuditMonth, writing, locks, planted },
    }
  } finally {
    embedding.close()
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'partitions',
  runsOn: 'nightly',
  summary: 'creation and removal of partitions under constant minting',
  claim: 'Partition maintenance neither fails nor delays requests.',
  gate: '0 failures, no response over 1 s, and old partitions dropped once they are free.',
  onFailure: 'A lock is awaited while others queue behind it, or is taken in another order, or a plan over many partitions became slow.',
  needs: ['postgres'],
  short: { seconds: 36, pace: 'waits' },
  run: async (options) => {
    const installation = await createInstallation({ durable: true })
    try {
      const { value, conditions } = await underConditions(() => run(installation, options))
      return { isPassed: value.isPassed, figures: { ...value.figures, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
