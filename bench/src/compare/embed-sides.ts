import { createAccount } from '../embed/mint/account.ts'
import { mintWaiting, noteUsed, writeExchangeLua, writeSessionIds } from '../embed/exchange/sessions.ts'
import { fillPool } from '../embed/mint/pools.ts'
import { headersOf, mintPath } from '../embed/mint/scenario.ts'
import { writeWrkScript } from '../embed/mint/wrk-scripts.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import { driveWrk } from '../harness/wrk.ts'
import type { Measure, Prepare } from './prepare.ts'

const connections = 64
const exchangePath = '/api/v1/embed/session/token'
// Far more than a service manages here; running out of sessions fails the measurement.
const exchangesPerSecond = 8000

const mintSide = async (installation: Installation): Promise<Measure> => {
  const account = await createAccount(installation, 'compare', 100)
  const pool = { prefix: 'returning-', users: 50_000 }
  await fillPool(installation, account, pool)
  await installation.sql('vacuum analyze')
  const server = await installation.serve()
  const script = writeWrkScript(installation.folder, account, 'returning', pool)
  const url = `${server.url}${mintPath}`
  return async (seconds) => (await driveWrk({ url, headers: headersOf(account), connections, seconds, script })).perSecond
}

const exchangeSide = async (installation: Installation, totalSeconds: number): Promise<Measure> => {
  const account = await createAccount(installation, 'compare', 100)
  const pool = { prefix: 'visitor-', users: 50_000 }
  await fillPool(installation, account, pool)
  const waiting = await mintWaiting(installation, account, pool, exchangesPerSecond * totalSeconds)
  const ids = await writeSessionIds(installation.folder, waiting)
  await installation.sql('vacuum analyze')
  const server = await installation.serve()
  const { authorization: _none, ...headers } = headersOf(account)
  const url = `${server.url}${exchangePath}`
  return async (seconds) => {
    const script = writeExchangeLua(installation.folder, ids, waiting.next - waiting.firstId)
    const { perSecond, requests } = await driveWrk({ url, headers, connections, seconds, script })
    const used = await noteUsed(installation, account, waiting)
    // A refused exchange is much cheaper than one that happened.
    if (used < requests) throw new Error(`The measurement is broken: ${requests} calls exchanged ${used} sessions.`)
    return perSecond
  }
}

const inInstallation =
  (side: (installation: Installation, totalSeconds: number) => Promise<Measure>): Prepare =>
  async (totalSeconds) => {
    const installation = await createInstallation({ settings: { FACET_MODE: 'production' } })
    try {
      return { measure: await side(installation, totalSeconds), close: installation.close }
    } catch (error) {
      await installation.close()
      throw error
    }
  }

export const prepareMint = inInstallation(mintSide)
export const prepareExchange = inInstallation(exchangeSide)
