import { randomInt } from 'node:crypto'
import { type Numbers, refusalsIn, startAskers, untilRight } from '../../harness/hosting/askers.ts'
import { serveNumbers } from '../../harness/hosting/deployments.ts'
import { engineProgram, startedBy } from '../../harness/hosting/engine-processes.ts'
import { type HostingStage, openStage } from '../../harness/hosting/stage.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import type { Trial } from '../../trial.ts'

const sizes = { full: { forMs: 120_000, leastKills: 8 }, short: { forMs: 15_000, leastKills: 3 } }
const askersOfEach = 4
const betweenMs = [500, 4000] as const
/** Beyond the longest `Retry-After`: a start on a busy machine. */
const maxStartMs = 45_000

/** Kills one engine process or the head of its sandbox. Returns false if none runs. */
const killOne = ({ pid }: FacetProcess): boolean => {
  const running = [...startedBy(pid, engineProgram), ...startedBy(pid, 'bwrap')]
  const victim = running[randomInt(0, Math.max(1, running.length))]
  try {
    return victim !== undefined && process.kill(victim, 'SIGKILL')
  } catch {
    return false
  }
}

const killUnderQueries = async (stage: HostingStage, server: FacetProcess, all: Numbers[], forMs: number) => {
  const askers = startAskers(stage, server, all, askersOfEach)
  const endMs = performance.now() + forMs
  let kills = 0
  try {
    while (performance.now() < endMs) {
      await pause(randomInt(...betweenMs))
      if (killOne(server)) kills += 1
    }
    const limitMs = maxStartMs + askers.tally.maxRetryAfterMs
    const recoveryMs = await Promise.all(all.map((numbers) => untilRight(stage, server, numbers, limitMs)))
    return { kills, tally: askers.tally, recoveryMs }
  } finally {
    await askers.stop()
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'engine-kill',
  runsOn: 'nightly',
  summary: 'SIGKILL of engine processes under queries with known results',
  claim: 'Loss of an engine causes no wrong result, and the engine recovers without an operator.',
  gate: '0 wrong results, only 503 with `Retry-After`, recovery within 45 s of the last kill.',
  onFailure:
    '`wrong`: a response came from another engine (`engines/engines.ts`). `unexpected`: a broken connection is not recognized (`gateway/forward.ts`).',
  needs: ['postgres', 'temporal'],
  short: { seconds: 120, pace: 'works' },
  run: async ({ quick, say }) => {
    const { forMs, leastKills } = quick ? sizes.short : sizes.full
    const stage = await openStage()
    try {
      const server = await stage.serve()
      const all: Numbers[] = []
      for (const factor of [3, 1_000_003]) all.push({ ...(await serveNumbers(stage, server, `Numbers times ${factor}`, factor)), factor })
      for (const numbers of all)
        if ((await untilRight(stage, server, numbers, 120_000)) === null) throw new Error('A deployment returns no result before any kill.')
      say(`two deployments are served; killing their engines for ${forMs / 1000} s`)
      const { value: outcome, conditions } = await underConditions(() => killUnderQueries(stage, server, all, forMs))
      const { kills, tally, recoveryMs } = outcome
      return {
        ...judged({
          'no result is wrong': tally.wrong === 0,
          'the only refusal is 503 with Retry-After': tally.unexpected === 0,
          'engines recover': !recoveryMs.includes(null),
          // Kills that no query met prove nothing.
          'kills met queries': kills >= leastKills && refusalsIn(tally) > 0 && tally.right > kills,
        }),
        figures: { ...outcome, ...conditions },
      }
    } finally {
      await stage.close()
    }
  },
}
