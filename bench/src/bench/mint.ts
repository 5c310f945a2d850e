import { createInstallation, type Installation } from '../harness/installation.ts'
import { comparePairs } from '../harness/pairs.ts'
import { drivePgbench } from '../harness/pgbench.ts'
import type { Trial } from '../trial.ts'
import { createAccount } from './mint/account.ts'
import { writeNaiveScript } from './mint/naive.ts'
import { writeMintScript } from './mint/pgbench-scripts.ts'
import { compareScenario, type Length, prepareScenario } from './mint/scenario.ts'

const gates = { returning: 0.7, changed: 0.5, first: 0.5, statement: 3 }
const stretches = { returning: 0.9, changed: 0.65, first: 0.65, statement: 4 }

type Say = (line: string) => void

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
  const naive = await writeNaiveScript(installation, account, users)
  await installation.sql('vacuum analyze')
  const server = await installation.serve()
  const returning = await compareScenario(installation, server, scenarios.returning, long, say)
  const changed = await compareScenario(installation, server, scenarios.changed, short, say)
  const first = await compareScenario(installation, server, scenarios.first, short, say)
  say('statement: mints/s of returning users in pgbench, plain design → ours')
  const ours = await writeMintScript(installation.folder, account, 'returning', scenarios.returning.baseline)
  const rate = async (script: string): Promise<number> =>
    (await drivePgbench({ url: installation.serviceUrl, script, seconds: short.seconds })).perSecond
  const statement = await comparePairs(short.pairs, { baseline: () => rate(naive), subject: () => rate(ours) }, say)
  return { returning, changed, first, statement }
}

export const mint: Trial = {
  name: 'mint',
  summary: 'sessions minted per second by the service, against pgbench with the very same statement',
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ settings: { FACET_MODE: 'production' } })
    try {
      const { returning, changed, first, statement } = await compare(installation, quick, say)
      const isPassed =
        returning.ratio >= gates.returning &&
        changed.ratio >= gates.changed &&
        first.ratio >= gates.first &&
        statement.ratio >= gates.statement
      return {
        isPassed: quick || isPassed,
        figures: {
          ...returning,
          gate: gates.returning,
          stretch: stretches.returning,
          unit: 'mints/s',
          changed: { ...changed, gate: gates.changed, stretch: stretches.changed },
          first: { ...first, gate: gates.first, stretch: stretches.first },
          statement: { ...statement, gate: gates.statement, stretch: stretches.statement },
        },
      }
    } finally {
      await installation.close()
    }
  },
}
