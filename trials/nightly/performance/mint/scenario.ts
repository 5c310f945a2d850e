import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { type Comparison, comparePairs } from '../../../harness/pairs.ts'
import { drivePgbench } from '../../../harness/pgbench.ts'
import { driveWrk } from '../../../harness/wrk.ts'
import type { Account } from './account.ts'
import { type Kind, writeMintScript } from './pgbench-scripts.ts'
import { bareFingerprint, fillPool, type Pool, type Visits, visitsOf } from './pools.ts'
import { writeWrkScript } from './wrk-scripts.ts'

export type Length = { pairs: number; seconds: number }
export type Scenario = { kind: Kind; account: Account; name: string; subject: Pool; baseline: Pool }

/** Each side has its own users. Users of a first visit are created during the measurement. */
export const prepareScenario = async (installation: Installation, account: Account, kind: Kind, users: number): Promise<Scenario> => {
  const subject = { prefix: `${kind}-service-`, users }
  const baseline = { prefix: `${kind}-pgbench-`, users }
  if (kind !== 'first') {
    await fillPool(installation, account, subject)
    await fillPool(installation, account, baseline, bareFingerprint)
  }
  return { kind, account, name: kind, subject, baseline }
}

/** The headers of a caller of the account, as a proxy in front would send them. */
const headersOf = ({ tenant }: Account): Record<string, string> => ({
  'x-forwarded-host': tenant.host,
  'x-forwarded-proto': 'https',
  authorization: `Bearer ${tenant.adminKey}`,
  'content-type': 'application/json',
})

const mintPath = '/api/v1/embed/generate-session'

const isAsMeant: Record<Kind, (visits: Visits, minted: number) => boolean> = {
  // The fast path writes no user. Each mint of a changed user writes it. A first visit makes one user and one session.
  returning: ({ updated, sessions }, minted) => updated === 0 && sessions >= minted,
  // Two concurrent mints of one user may commit out of order.
  changed: ({ users, current, sessions }, minted) => current >= users * 0.95 && sessions >= minted,
  first: ({ users, sessions }, minted) => users >= minted * 0.999 && sessions >= minted,
}

const requireMeant = async (installation: Installation, { kind, account, subject, baseline }: Scenario, minted: Record<string, number>) => {
  for (const { prefix } of [subject, baseline]) {
    const visits = await visitsOf(installation, account, prefix)
    if (!isAsMeant[kind](visits, minted[prefix] ?? 0))
      throw new Error(`The measurement is broken: ${minted[prefix]} mints of ${prefix} left ${JSON.stringify(visits)}.`)
  }
}

/** Compares the service under wrk with pgbench with the same statement. Throws if either left other rows than the scenario expects. */
export const compareScenario = async (
  installation: Installation,
  server: FacetProcess,
  scenario: Scenario,
  { pairs, seconds }: Length,
  say: (line: string) => void,
): Promise<Comparison> => {
  const { account, kind, subject, baseline } = scenario
  const minted: Record<string, number> = { [subject.prefix]: 0, [baseline.prefix]: 0 }
  const count = (prefix: string, calls: number): void => void (minted[prefix] = (minted[prefix] ?? 0) + calls)
  const lua = writeWrkScript(installation.folder, account, kind, subject)
  const sql = await writeMintScript(installation.folder, account, kind, baseline)
  const serve = async (during: number): Promise<number> => {
    const url = `${server.url}${mintPath}`
    const { perSecond, requests } = await driveWrk({ url, headers: headersOf(account), connections: 64, seconds: during, script: lua })
    count(subject.prefix, requests)
    return perSecond
  }
  const bench = async (during: number): Promise<number> => {
    const { perSecond, transactions } = await drivePgbench({ url: installation.serviceUrl, script: sql, seconds: during })
    count(baseline.prefix, transactions)
    return perSecond
  }
  say(`${scenario.name}: mints/s, pgbench with the statement → the service`)
  await bench(1)
  await serve(Math.min(3, seconds))
  const compared = await comparePairs(pairs, { baseline: () => bench(seconds), subject: () => serve(seconds) }, say)
  await requireMeant(installation, scenario, minted)
  return compared
}
