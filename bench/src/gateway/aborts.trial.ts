import { findingOf } from '../harness/gate.ts'
import type { FacetProcess } from '../harness/installation.ts'
import { againIfHeldUp } from '../harness/machine.ts'
import { median, pause, rounded } from '../harness/numbers.ts'
import type { SourceChange } from '../harness/source-changes.ts'
import { driveWrk } from '../harness/wrk.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { abortMany } from './stage/aborting.ts'
import { createStage, loadPath, type Stage } from './stage/stage.ts'

const minThroughput = 0.95

// The gateway as it is easily written: who goes away takes nothing along.
const planted: SourceChange[] = [{ file: 'gateway/forward.ts', find: "response.on('close', () => end(gone))", put: '' }]

const throughputOf = async ({ own }: Stage, gateway: FacetProcess, token: string, seconds: number, rounds: number): Promise<number> => {
  const found: number[] = []
  const headers = { 'x-forwarded-host': own.tenant.host, 'x-forwarded-proto': 'https', authorization: token }
  for (let round = 0; round < rounds; round += 1)
    found.push((await driveWrk({ url: `${gateway.url}${loadPath(own, '?query=delay=0')}`, headers, connections: 64, seconds })).perSecond)
  return median(found)
}

type Left = { met: number; left: number; afterMs: number }

/** What the engine is still answering so long after everybody has gone. */
const leftAfter = async (stage: Stage, gateway: FacetProcess, token: string, count: number, withinMs = 1000): Promise<Left> => {
  const met = await abortMany(gateway, stage.own, token, count)
  const goneAtMs = performance.now()
  for (;;) {
    const left = await stage.open()
    const afterMs = Math.round(performance.now() - goneAtMs)
    if (left === 0 || afterMs >= withinMs) return { met, left, afterMs }
    await pause(50)
  }
}

const run = async (stage: Stage, quick: boolean, say: (line: string) => void) => {
  const { gateway, own } = stage
  const token = await own.embedding.token(gateway)
  // A second is the promise. On a machine that does ten other things it says nothing of the gateway, so the short form gives it more.
  const [count, seconds, rounds, withinMs] = quick ? [500, 1, 2, 10_000] : [10_000, 5, 5, 1000]
  await throughputOf(stage, gateway, token, seconds, 1)
  const before = await throughputOf(stage, gateway, token, seconds, rounds)
  const aborted = await againIfHeldUp(
    () => leftAfter(stage, gateway, token, count, withinMs),
    ({ met, left }) => left === 0 && met >= count * 0.95,
    say,
  )
  say(`${aborted.met} of ${count} hung up on; ${aborted.left} still answered by the engine ${aborted.afterMs} ms later`)
  const after = await throughputOf(stage, gateway, token, seconds, rounds)
  const ratio = rounded(after / before)
  say(`requests/s ${rounded(before)} → ${rounded(after)}, ratio ${ratio}`)

  const careless = await stage.serveChanged(planted)
  const control = await leftAfter(stage, careless, token, 100)
  await careless.kill('SIGKILL')
  say(`without the end at the engine: ${control.left} of ${control.met} left`)
  return findingOf(quick, {
    isHeld: aborted.left === 0 && aborted.met >= count * 0.95 && control.left > 0,
    isReached: ratio >= minThroughput,
    figures: { requests: count, ...aborted, ratio, gate: minThroughput, before, after, planted: control },
  })
}

export const trial: Trial = {
  family: 'faults',
  name: 'aborts',
  runsOn: 'landing',
  summary: 'clients that disconnect during queries',
  claim: 'The gateway cancels a query when its client disconnects.',
  gate: 'No request left at the engine after 1 s. Throughput stays at 0.95.',
  onFailure: '`left`: a disconnect does not reach the engine (`gateway/forward.ts`).',
  watches: ['gateway', ...watched.requests],
  plants: [planted],
  needs: ['postgres', 'wrk'],
  short: { seconds: 25, pace: 'works' },
  run: async ({ quick, say }) => {
    const stage = await createStage()
    try {
      return await run(stage, quick, say)
    } finally {
      await stage.close()
    }
  },
}
