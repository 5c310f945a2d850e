import { findingOf } from '../../harness/gate.ts'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import type { Comparison } from '../../harness/pairs.ts'
import type { Trial } from '../../trial.ts'
import { createAccount } from './mint/account.ts'
import { compareScenario, type Length, prepareScenario } from './mint/scenario.ts'

const bars = {
  returning: { gate: 0.7, stretch: 0.9 },
  changed: { gate: 0.5, stretch: 0.65 },
  first: { gate: 0.5, stretch: 0.65 },
}
// The ratio with a million users, against that of the small account.
const scaleGate = 0.75

type Say = (line: string) => void
type Compared = Comparison & { gate: number; stretch: number }

const held = (compared: Comparison, bar: { gate: number; stretch: number }): Compared => ({ ...compared, ...bar })
const isReached = ({ ratio, gate }: Compared): boolean => ratio >= gate

/** Returning visits in an account with 1,000 embed tenants and a million users. */
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
  await server.kill()
  const scale = quick
    ? null
    : held(await compareScale(installation, short, say), { gate: returning.ratio * scaleGate, stretch: returning.ratio })
  return { returning, changed, first, scale }
}

export const trial: Trial = {
  family: 'bench',
  name: 'mint',
  runsOn: 'nightly',
  summary: 'creation of embed sessions, against pgbench with the same statement',
  claim: 'The service adds little to the database cost of a mint, and cost does not grow with the account.',
  gate: 'Ratio at least 0.70 for unchanged users, 0.50 for changed and new ones, 0.75 of that with 1,000,000 users.',
  onFailure:
    'The mint path became slower, or mints no longer share statements (`embed/batcher.ts`). "The measurement is broken": mints left other rows, such as writes of unchanged users.',
  needs: ['postgres', 'pgbench', 'wrk'],
  short: { seconds: 39, pace: 'alone' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ settings: { FACET_MODE: 'production' } })
    try {
      const { returning, changed, first, scale } = await compare(installation, quick, say)
      return findingOf(quick, {
        // `compareScenario` throws if its mints left other rows than expected.
        isHeld: true,
        isReached: [returning, changed, first, ...(scale ? [scale] : [])].every(isReached),
        figures: { ...returning, unit: 'mints/s', changed, first, scale },
      })
    } finally {
      await installation.close()
    }
  },
}
