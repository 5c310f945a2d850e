import { join } from 'node:path'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { median } from '../../../harness/numbers.ts'
import { driveOpenLoop, type Latency } from '../../../harness/open-loop.ts'
import { visitorOf } from './pools.ts'
import { requestOf } from './request.ts'
import { headersOf, type Length, mintPath, type Scenario } from './scenario.ts'

const echo = join(import.meta.dirname, 'echo-server.ts')
const share = 0.3
const bodyCount = 1000

const medianOf = (found: Latency[]) => ({
  p50Ms: median(found.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(found.map(({ p99Ms }) => p99Ms)),
  failed: found.reduce((sum, { failed }) => sum + failed, 0),
})

/** How long a mint takes when the service has room, beside a bare echo of the same framework at the same rate. Reported only. */
export const compareLatency = async (
  installation: Installation,
  server: FacetProcess,
  { account, subject }: Scenario,
  capacity: number,
  { pairs, seconds }: Length,
  say: (line: string) => void,
) => {
  const bare = await installation.serve({}, [echo])
  const bodies = Array.from({ length: Math.min(bodyCount, subject.users) }, (_, n) =>
    JSON.stringify(requestOf(account.deploymentId, visitorOf(account, subject, n))),
  )
  const perSecond = Math.floor(capacity * share)
  const drive = (at: FacetProcess): Promise<Latency> =>
    driveOpenLoop({ url: `${at.url}${mintPath}`, headers: headersOf(account), bodies, perSecond, seconds })
  say(`latency: ms at ${perSecond} requests/s, p50 and p99 of a bare echo → of a mint`)
  const found: Record<'echo' | 'mint', Latency[]> = { echo: [], mint: [] }
  for (let pair = 0; pair < pairs; pair++) {
    const [echoed, minted] = [await drive(bare), await drive(server)]
    found.echo.push(echoed)
    found.mint.push(minted)
    say(`  ${echoed.p50Ms} and ${echoed.p99Ms} → ${minted.p50Ms} and ${minted.p99Ms}`)
  }
  await bare.kill()
  return { perSecond, echo: medianOf(found.echo), mint: medianOf(found.mint) }
}
