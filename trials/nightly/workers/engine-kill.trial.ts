import { randomInt } from 'node:crypto'
import { underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import type { SourceChange } from '../../harness/source-changes.ts'
import type { Trial } from '../../trial.ts'
import { type Numbers, refusalsIn, startAskers, type Tally, untilRight } from '../../harness/hosting/askers.ts'
import { serveNumbers } from '../../harness/hosting/deployments.ts'
import { engineProgram, startedBy } from '../../harness/hosting/engine-processes.ts'
import { type HostingStage, openStage } from '../../harness/hosting/stage.ts'

const sizes = { full: { forMs: 120_000, leastKills: 8 }, short: { forMs: 15_000, leastKills: 3 } }
const askersOfEach = 4
/** Beyond the longest rest that a refusal named: a start on a busy machine. */
const maxStartMs = 45_000

type Killing = {
  forMs: number
  maxKills: number
  betweenMs: readonly [number, number]
  maxStartMs: number
  /** What is looked for shows in the answers already: there is no need to go on. */
  isSeen?: (tally: Tally) => boolean
}
type Outcome = { kills: number; tally: Tally; recoveryMs: (number | null)[] }

const kill = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** Kills one engine process, or the head of its sandbox, whichever; false where none runs. */
const killOne = ({ pid }: FacetProcess): boolean => {
  const running = [...startedBy(pid, engineProgram), ...startedBy(pid, 'bwrap')]
  const victim = running[randomInt(0, Math.max(1, running.length))]
  return victim !== undefined && kill(victim)
}

const killUnderQueries = async (stage: HostingStage, server: FacetProcess, all: Numbers[], killing: Killing): Promise<Outcome> => {
  const askers = startAskers(stage, server, all, askersOfEach)
  const endMs = performance.now() + killing.forMs
  let kills = 0
  try {
    while (performance.now() < endMs && kills < killing.maxKills) {
      await pause(randomInt(...killing.betweenMs))
      if (killing.isSeen?.(askers.tally)) return { kills, tally: askers.tally, recoveryMs: [] }
      if (killOne(server)) kills += 1
    }
    const limitMs = killing.maxStartMs + askers.tally.maxRetryAfterMs
    const recoveryMs = await Promise.all(all.map((numbers) => untilRight(stage, server, numbers, limitMs)))
    return { kills, tally: askers.tally, recoveryMs }
  } finally {
    await askers.stop()
  }
}

const isStuck = ({ recoveryMs }: Outcome): boolean => recoveryMs.includes(null)

const isGood = (outcome: Outcome): boolean => outcome.tally.wrong + outcome.tally.unexpected === 0 && !isStuck(outcome)

/** Without its own refusal, a connection that broke is an internal error, or a database that is away: it depends on how it broke. */
const isTakenForDefect = ({ unexpected, refused }: Tally): boolean => unexpected > 0 || (refused['service_unavailable'] ?? 0) > 0

type Plant = { name: string; changes: readonly SourceChange[]; isFound: (outcome: Outcome) => boolean; isSeen?: (tally: Tally) => boolean }

const plants: Plant[] = [
  {
    name: 'an environment holds on to its dead process',
    changes: [
      {
        file: 'domains/hosting/engine/engines/environment.ts',
        find: '      if (current === process) current = null\n      if (reason !== null) {',
        put: '      if (reason !== null) {',
      },
    ],
    isFound: isStuck,
  },
  {
    name: 'that an engine is gone is taken for a defect',
    changes: [
      {
        file: 'gateway/forward.ts',
        find: 'refuse(passage, error instanceof DataRefusal || error instanceof Failure ? refusalOf(error).refusal : engineGone())',
        put: 'refuse(passage, refusalOf(error).refusal)',
      },
    ],
    isFound: ({ tally }) => isTakenForDefect(tally),
    isSeen: isTakenForDefect,
  },
  {
    name: 'all deployments of a tenant share an engine',
    changes: [
      {
        file: 'domains/hosting/engine/engines/engines.ts',
        find: 'const key = keyOf(id)',
        put: 'const key = keyOf({ ...id, environmentId: 0 })',
      },
    ],
    isFound: ({ tally }) => tally.wrong > 0,
    isSeen: ({ wrong }) => wrong > 0,
  },
]

const findPlanted = async (stage: HostingStage, all: Numbers[], { name, changes, isFound, isSeen }: Plant, say: (line: string) => void) => {
  const server = await stage.serve({ changes })
  try {
    // Started, both: killed are those that run.
    await Promise.all(all.map((numbers) => untilRight(stage, server, numbers, isSeen ? 10_000 : maxStartMs)))
    // What shows at once may take many kills: it shows to those who ask at that very moment.
    const until = isSeen ? { forMs: 40_000, maxKills: 12, isSeen } : { forMs: 12_000, maxKills: 4 }
    const killing: Killing = { ...until, betweenMs: [1000, 2000], maxStartMs: 15_000 }
    const outcome = await killUnderQueries(stage, server, all, killing)
    say(`${isFound(outcome) ? 'found ' : 'MISSED'} ${name}: ${JSON.stringify(outcome)}`)
    return { name, isFound: isFound(outcome) }
  } finally {
    await server.kill()
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
  plants: plants.map(({ changes }) => changes),
  needs: ['postgres', 'temporal'],
  short: { seconds: 120, pace: 'works' },
  run: async ({ quick, plants: arePlanted, say }) => {
    const { forMs, leastKills } = quick ? sizes.short : sizes.full
    const stage = await openStage()
    try {
      const server = await stage.serve()
      const all: Numbers[] = []
      for (const factor of [3, 1_000_003]) all.push({ ...(await serveNumbers(stage, server, `Numbers times ${factor}`, factor)), factor })
      for (const numbers of all)
        if ((await untilRight(stage, server, numbers, 120_000)) === null)
          throw new Error('A deployment does not answer before anything was killed.')
      say(`two deployments answer; killing their engines for ${forMs / 1000} s`)
      const killing = { forMs, maxKills: Number.POSITIVE_INFINITY, betweenMs: [500, 4000], maxStartMs } as const
      const { value: outcome, conditions } = await underConditions(() => killUnderQueries(stage, server, all, killing))
      say(JSON.stringify(outcome))
      await server.kill()
      const found = []
      for (const plant of arePlanted ? plants : []) found.push(await findPlanted(stage, all, plant, say))
      return {
        isPassed:
          isGood(outcome) &&
          outcome.kills >= leastKills &&
          // Kills that nobody noticed prove nothing.
          refusalsIn(outcome.tally) > 0 &&
          outcome.tally.right > outcome.kills &&
          found.every(({ isFound }) => isFound),
        figures: { ...outcome, planted: found, ...conditions },
      }
    } finally {
      await stage.close()
    }
  },
}
