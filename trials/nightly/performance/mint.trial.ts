import { findingOf } from '../../harness/gate.ts'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { type Comparison, comparePairs } from '../../harness/pairs.ts'
import { drivePgbench } from '../../harness/pgbench.ts'
import type { Trial } from '../../trial.ts'
import { type Account, createAccount } from './mint/account.ts'
import { compareLatency } from './mint/latency.ts'
import { writeNaiveScript } from './mint/naive.ts'
import { writeBatchScript, writeMintScript } from './mint/pgbench-scripts.ts'
import { type Pool, visitsOf } from './mint/pools.ts'
import { compareScenario, type Length, prepareScenario } from './mint/scenario.ts'

const bars = {
  returning: { gate: 0.7, stretch: 0.9 },
  changed: { gate: 0.5, stretch: 0.65 },
  first: { gate: 0.5, stretch: 0.65 },
  statement: { gate: 3, stretch: 4 },
}
// How much of the small account's ratio must be left with a million users.
const scaleGate = 0.75
const batchSize = 32

type Say = (line: string) => void
type Compared = Comparison & { gate: number; stretch: number }

const held = (compared: Comparison, bar: { gate: number; stretch: number }): Compared => ({ ...compared, ...bar })
const isReached = ({ ratio, gate }: Compared): boolean => ratio >= gate

/** Our statement against the plain design, both in pgbench: one session a call, and as the service calls it under load. */
const compareStatements = async (installation: Installation, account: Account, pool: Pool, length: Length, say: Say) => {
  const naive = await writeNaiveScript(installation, account, pool.users)
  const one = await writeMintScript(installation.folder, account, 'returning', pool)
  const batch = await writeBatchScript(installation.folder, account, pool, batchSize)
  let minted = 0
  const rate = async (script: string, size: number): Promise<number> => {
    const { perSecond, transactions } = await drivePgbench({ url: installation.serviceUrl, script, seconds: length.seconds })
    if (script !== naive) minted += transactions * size
    return perSecond * size
  }
  const { sessions: before } = await visitsOf(installation, account, pool.prefix)
  say('statement: mints/s of returning users in pgbench, plain design → ours')
  const single = await comparePairs(length.pairs, { baseline: () => rate(naive, 1), subject: () => rate(one, 1) }, say)
  say(`statement: the same, ${batchSize} in a call of ours`)
  const batched = await comparePairs(length.pairs, { baseline: () => rate(naive, 1), subject: () => rate(batch, batchSize) }, say)
  const { updated, sessions } = await visitsOf(installation, account, pool.prefix)
  if (updated > 0 || sessions - before < minted)
    throw new Error(`The measurement is broken: ${minted} mints left ${sessions - before} sessions and changed ${updated} users.`)
  return { single, batched }
}

/** The returning visit again in an account of 1,000 embed tenants with a million users between them. */
const compareScale = async (installation: Installation, length: Length, say: Say): Promise<Comparison> => {
  say('scale: storing 1,000,000 users of 1,000 embed tenants')
  const account = await createAccount(installation, 'large', 1000)
  const scenario = await prepareScenario(installation, account, 'returning', 500_000)
  await installation.sql('vacuum analyze')
  const server = await installation.serve()
  const compared = await compareScenario(installation, server, scenario, length, say)
  await server.kill()
  return compared
}

const compare = async (installation: Installation, quick: boolean, say: Say) => {
  const [catalogs, users] = quick ? [10, 1000] : [100, 25_000]
  const long: Length = quick ? { pairs: 2, seconds: 1 } : { pairs: 7, seconds: 5 }
  const short: Length = quick ? { pairs: 1, seconds: 1 } : { pairs: 5, seconds: 4 }
  const account = await createAccount(installation, 'bench', catalogs)
  const scenarios = {
    returning: await prepareScenario(installation, account, 'returning', users * 2),
    changed: await prepareScenario(installation, account, 'changed', users),
    first: await prepareScenario(installation, account, 'first', users),
  }
  await installation.sql('vacuum analyze')
  const server = await installation.serve()
  const returning = held(await compareScenario(installation, server, scenarios.returning, long, say), bars.returning)
  const changed = held(await compareScenario(installation, server, scenarios.changed, short, say), bars.changed)
  const first = held(await compareScenario(installation, server, scenarios.first, short, say), bars.first)
  const latency = await compareLatency(installation, server, scenarios.returning, returning.subject, short, say)
  await server.kill()
  const { single, batched } = await compareStatements(installation, account, scenarios.returning.baseline, short, say)
  const scale = quick
    ? null
    : held(await compareScale(installation, short, say), { gate: returning.ratio * scaleGate, stretch: returning.ratio })
  // Held to the form in which the service sends it under load; a call for one session alone is mostly its commit, and reported.
  return { returning, changed, first, latency, statement: held(batched, bars.statement), alone: single, scale }
}

export const trial: Trial = {
  family: 'bench',
  name: 'mint',
  runsOn: 'nightly',
  summary: 'creation of embed sessions, against pgbench with the same statement',
  claim: 'The service adds little to the database cost of a mint, and cost does not grow with the account.',
  gate: 'Ratio at least 0.70 for unchanged users, 0.50 for changed and new ones, 0.75 of that with 1,000,000 users.',
  onFailure:
    'The mint path became slower, or mints no longer share statements (`embed/batcher.ts`). `statement`: the fingerprint no longer skips the user row.',
  needs: ['postgres', 'pgbench', 'wrk'],
  short: { seconds: 39, pace: 'alone' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ settings: { FACET_MODE: 'production' } })
    try {
      const { returning, changed, first, latency, statement, alone, scale } = await compare(installation, quick, say)
      return findingOf(quick, {
        // Every scenario has looked at what its mints left behind, and has thrown where it was not what was meant.
        isHeld: true,
        isReached: [returning, changed, first, statement, ...(scale ? [scale] : [])].every(isReached),
        figures: { ...returning, unit: 'mints/s', changed, first, statement, statementAlone: alone, scale, latency },
      })
    } finally {
      await installation.close()
    }
  },
}
