import { createEmbedding, type Embedding } from '../../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { againIfHeldUp, underConditions } from '../../harness/machine.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { pause } from '../../harness/numbers.ts'
import { type AuditMonth, makeMonthWhileHeld } from './partitions/audit-month.ts'
import { dropWhileHeld, type Held } from './partitions/held.ts'
import { keepMinting, type Load } from './partitions/load.ts'
import { goOnWithout, isUndisturbed, type Missing } from './partitions/missing.ts'

// One old hour, each table, and both tables, as a dump holds them.
const holds = ['only embed_sessions_1000', 'embed_sessions', 'embed_grants', 'embed_sessions, embed_grants']

const isGone = (held: Held): boolean => isUndisturbed(held) && held.leftWhileHeld > 0 && held.leftAfter === 0

const isMadeBeside = ({ madeWhileHeld, writes, failed, slowestMs }: AuditMonth): boolean =>
  madeWhileHeld && writes > 0 && failed === 0 && slowestMs < 1000

const isFilledIn = (missing: Missing): boolean =>
  isUndisturbed(missing) && missing.inDefault.sessions > 0 && missing.inDefault.grants > 0 && missing.made > 0

/** A slow machine explains slow requests, but not an internal error: that is not tried again. */
const orDefect =
  <T extends Load>(isGood: (load: T) => boolean) =>
  (load: T): boolean =>
    isGood(load) || (load.example?.includes(' 500 ') ?? false)

type Writing = Load & { groups: number; slowestGroupMs: number }

const isAmongMinters = ({ failed, slowestGroupMs }: Writing): boolean => failed === 0 && slowestGroupMs < 1000

/** Creates groups, which changes the catalog, while three processes mint from it. */
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

const run = async (installation: Installation, { quick, say }: TrialOptions) => {
  const processes = [await installation.serve(), await installation.serve(), await installation.serve()]
  const [first] = processes
  if (!first) throw new Error('No process serves.')
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
    const writing = await againIfHeldUp(
      () => writeAmongMinters(installation, embedding, processes, quick ? 5 : 50),
      orDefect(isAmongMinters),
      say,
    )
    say(`a writer among minters: ${JSON.stringify(writing)}`)
    return {
      ...judged({
        'rows go to the default partition while hours are missing': isFilledIn(missing),
        'old hours are dropped without delay of requests': helds.every(isGone),
        'a month of the audit trail is made beside writers': isMadeBeside(auditMonth),
        'a writer of the catalog gets through among mints': isAmongMinters(writing),
      }),
      figures: { missing, held: helds, auditMonth, writing },
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
      return { ...value, figures: { ...value.figures, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
