import { findingOf } from '../../harness/gate.ts'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { median, rounded } from '../../harness/numbers.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { drivePgbench, type Transactions } from '../../harness/pgbench.ts'
import { driveWrk } from '../../harness/wrk.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { writeBareScript, writeExchangeScript } from './exchange/pgbench-scripts.ts'
import { mintWaiting, noteUsed, type Waiting, writeExchangeLua, writeSessionIds } from './exchange/sessions.ts'
import { type Account, createAccount } from './mint/account.ts'
import { fillPool } from './mint/pools.ts'

const gate = 0.45
const stretch = 0.6
// Against a bare update: both sides of the ratio above send the same statement, so that only this ratio shows a slow statement.
const bareGate = 0.12
// Far more than either side reaches. The bench fails if it runs out of sessions.
const maxPerSecond = { service: 8000, pgbench: 12_000, bare: 24_000 }
const path = '/api/v1/embed/session/token'

/** Throws unless every call exchanged a session: a refusal is much cheaper. */
const requireUsed = async (installation: Installation, account: Account, waiting: Waiting, calls: number): Promise<void> => {
  const used = await noteUsed(installation, account, waiting)
  if (used < calls) throw new Error(`The measurement is broken: ${calls} calls exchanged ${used} sessions.`)
}

const prepare = async (installation: Installation, quick: boolean, seconds: number) => {
  const [catalogs, users] = quick ? [10, 1000] : [100, 50_000]
  const account = await createAccount(installation, 'bench', catalogs)
  const pool = { prefix: 'visitor-', users }
  await fillPool(installation, account, pool)
  const waiting = {
    service: await mintWaiting(installation, account, pool, maxPerSecond.service * seconds),
    pgbench: await mintWaiting(installation, account, pool, maxPerSecond.pgbench * seconds),
    bare: await mintWaiting(installation, account, pool, maxPerSecond.bare * seconds),
  }
  const ids = await writeSessionIds(installation.folder, waiting.service)
  await installation.sql('vacuum analyze')
  // Otherwise the disk writes millions of new rows during the measurement.
  await installation.sql('checkpoint')
  return { account, waiting, ids }
}

const compare = async (installation: Installation, { quick, say }: TrialOptions) => {
  const [pairs, seconds] = quick ? [2, 1] : [7, 4]
  const { account, waiting, ids } = await prepare(installation, quick, (2 * pairs + 1) * seconds)
  const server = await installation.serve()
  const headers = { 'x-forwarded-host': account.tenant.host, 'x-forwarded-proto': 'https', 'content-type': 'application/json' }

  const exchange = async (): Promise<number> => {
    const script = writeExchangeLua(installation.folder, ids, waiting.service.next - waiting.service.firstId)
    const driven = await driveWrk({ url: `${server.url}${path}`, headers, connections: 64, seconds, script }).catch(
      async (error: unknown) => {
        // The next run must start with unused sessions.
        await noteUsed(installation, account, waiting.service)
        throw error
      },
    )
    await requireUsed(installation, account, waiting.service, driven.requests)
    return driven.perSecond
  }
  const inPgbench = async (url: string, script: string, of: Waiting): Promise<number> => {
    const driven: Transactions = await drivePgbench({ url, script, seconds, variables: { i: 0 } })
    await requireUsed(installation, account, of, driven.transactions)
    return driven.perSecond
  }
  const sameStatement = async (): Promise<number> =>
    inPgbench(installation.serviceUrl, await writeExchangeScript(installation.folder, account, waiting.pgbench), waiting.pgbench)
  const bare = (): Promise<number> =>
    inPgbench(installation.adminUrl, writeBareScript(installation.folder, account, waiting.bare), waiting.bare)

  await sameStatement()
  await exchange()
  say('exchanges/s, pgbench with the statement → the service')
  const bares: number[] = []
  const compared = await comparePairs(
    pairs,
    {
      baseline: async () => {
        bares.push(await bare())
        return sameStatement()
      },
      subject: exchange,
    },
    say,
  )
  return { compared, bare: median(bares) }
}

export const trial: Trial = {
  family: 'bench',
  name: 'exchange',
  runsOn: 'nightly',
  summary: 'exchanges of sessions for signed tokens, against pgbench with the same statement',
  claim: 'The service adds little to the database cost of an exchange.',
  gate: 'Throughput ratio at least 0.45 (stretch 0.60), and at least 0.12 of a bare single-row update.',
  onFailure: 'Signing or responding became slower, or exchanges no longer share statements.',
  needs: ['postgres', 'pgbench', 'wrk'],
  short: { seconds: 30, pace: 'alone' },
  run: async (options) => {
    const installation = await createInstallation({ settings: { FACET_MODE: 'production' } })
    try {
      const { compared, bare } = await compare(installation, options)
      const ofBare = rounded(compared.subject / bare)
      return findingOf(options.quick, {
        // `requireUsed` throws where an exchange failed.
        isHeld: true,
        isReached: compared.ratio >= gate && ofBare >= bareGate,
        figures: {
          ...compared,
          gate,
          stretch,
          unit: 'exchanges/s',
          bareUpdate: { perSecond: rounded(bare), ratio: ofBare, gate: bareGate },
        },
      })
    } finally {
      await installation.close()
    }
  },
}
