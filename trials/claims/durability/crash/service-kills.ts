import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { type PostgresGate, type Standstill, startPostgresGate } from '../../../harness/postgres-gate.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { countLost } from '../../../harness/writers/lost-writes.ts'
import { isPassing, type Refused, startWriters, type Writers } from '../../../harness/writers/writers.ts'

/** Where a write is held when its process is killed. Without `at`, writes are not held. */
type KillPlace = { name: string; at?: { moment: Standstill; statement: string } }

/** Before a commit, a response would be premature. After an unreported commit, a retry must not apply the write twice. */
const killPlaces: KillPlace[] = [
  { name: 'before the commit of a deployment', at: { moment: 'commit', statement: 'insert into "deployments"' } },
  { name: 'before the commit of a variable', at: { moment: 'commit', statement: 'insert into "env_variables"' } },
  { name: 'after the commit of a deployment', at: { moment: 'committed', statement: 'insert into "deployments"' } },
  { name: 'anywhere' },
]

type Kills = {
  writers: Writers
  /** Kills that interrupted a write, by place. */
  hits: Record<string, number>
  missed: number
  server: FacetProcess
}

/** Writes before each kill. */
const writesBefore = (quick: boolean): number => (quick ? 100 : 300)

const writerCount = 8
const givenUpMs = 20_000
// Long enough for a premature response to be sent.
const standsMs = 150

const untilWritten = async (writers: Writers, count: number): Promise<void> => {
  const wanted = writers.acknowledgements() + count
  const deadline = performance.now() + givenUpMs
  while (writers.acknowledgements() < wanted && performance.now() < deadline) await pause(5)
}

/** Whether a kill at this time interrupted a request. */
export const isHitBy = (refused: Refused[], killedMs: number): boolean =>
  refused.some(({ startedMs, endedMs }) => startedMs < killedMs && endedMs > killedMs)

/** Kills the process in this place. The result tells, after the writers received their errors, whether a write was interrupted. */
const killIn = async (gate: PostgresGate, server: FacetProcess, writers: Writers, { at }: KillPlace): Promise<() => boolean> => {
  const hold = at && gate.hold(at.moment, at.statement)
  if (hold) await Promise.race([hold.held.then(() => pause(standsMs)), pause(givenUpMs)])
  const isStanding = hold?.isHeld() ?? true
  const killedMs = performance.now()
  await server.kill('SIGKILL')
  hold?.drop()
  return () => isStanding && isHitBy(writers.refused, killedMs)
}

/** Kills the process in each place under writes. Repeats and counts kills that interrupted no write. */
const killUnderWrites = async (
  installation: Installation,
  tenant: Tenant,
  gate: PostgresGate,
  killsEach: number,
  { quick, say }: TrialOptions,
): Promise<Kills> => {
  const serve = () => installation.serve({ FACET_DATABASE_URL: gate.url })
  let server = await serve()
  let api = installation.client(server, tenant)
  const writers = startWriters(writerCount, () => api)
  const hits: Record<string, number> = {}
  let missed = 0
  try {
    for (const place of killPlaces)
      for (let hit = 0, made = 0; hit < killsEach && made < killsEach * 3; made++) {
        await untilWritten(writers, writesBefore(quick))
        const isHit = await killIn(gate, server, writers, place)
        server = await serve()
        api = installation.client(server, tenant)
        if (isHit()) hits[place.name] = ++hit
        else missed++
        say(`killed ${place.name}${isHit() ? '' : ', no write interrupted'}: ${writers.acknowledgements()} acknowledged`)
      }
    await untilWritten(writers, writerCount)
  } finally {
    await writers.stop()
  }
  return { writers, hits, missed, server }
}

/** Kills the service with SIGKILL under writes, before and after commits, and starts it again. Counts lost writes. */
export const killService = async (installation: Installation, options: TrialOptions): Promise<Finding> => {
  const killsEach = options.quick ? 1 : 5
  const kills = killPlaces.length * killsEach
  const tenant = await installation.createTenant('writers')
  const gate = await startPostgresGate(installation.serviceUrl)
  try {
    const { writers, hits, missed, server } = await killUnderWrites(installation, tenant, gate, killsEach, options)
    const { refused, acknowledged } = writers
    const acknowledgedWrites = writers.acknowledgements()
    const wrong = refused.filter(({ status, code }) => !isPassing(status, code))
    const lost = await countLost(installation, tenant, installation.client(server, tenant), acknowledged)
    await server.kill('SIGKILL')
    return {
      isPassed:
        lost.inDatabase + lost.throughApi + lost.doubled === 0 &&
        killPlaces.every(({ name }) => hits[name] === killsEach) &&
        wrong.length === 0 &&
        acknowledgedWrites >= kills * writesBefore(options.quick),
      figures: {
        ...{ kills, hits, missed, acknowledgedWrites, refused: refused.length, lost },
        slowestAnswerMs: Math.round(writers.slowestMs()),
        wrongAnswers: wrong.length,
        wrongAnswerExamples: wrong.slice(0, 3),
      },
    }
  } finally {
    await gate.close()
  }
}
