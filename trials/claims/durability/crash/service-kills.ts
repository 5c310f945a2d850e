import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { type PostgresGate, type Standstill, startPostgresGate } from '../../../harness/postgres-gate.ts'
import { changedProgram, type SourceChange } from '../../../harness/source-changes.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { countLost, type Loss } from '../../../harness/writers/lost-writes.ts'
import { isPassing, type Refused, startWriters, type Writers } from '../../../harness/writers/writers.ts'

/** Where a write is held when its process is killed. Without `at`, writes are wherever they happen to be. */
type KillPlace = { name: string; at?: { moment: Standstill; statement: string } }

/** Before a commit, a response would be premature. After an unreported commit, a retry must not apply the write twice. */
const killPlaces: KillPlace[] = [
  { name: 'before the commit of a deployment', at: { moment: 'commit', statement: 'insert into "deployments"' } },
  { name: 'before the commit of a variable', at: { moment: 'commit', statement: 'insert into "env_variables"' } },
  { name: 'behind the commit of a deployment', at: { moment: 'committed', statement: 'insert into "deployments"' } },
  { name: 'anywhere' },
]

/** Starts the service behind a gate on its connections to the database. */
type Served = { installation: Installation; gate: PostgresGate; serve: () => Promise<FacetProcess> }

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

const isHitBy = (refused: Refused[], killedMs: number): boolean =>
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
  { installation, gate, serve }: Served,
  tenant: Tenant,
  { places, killsEach, quick, say }: Killing,
): Promise<Kills> => {
  let server = await serve()
  let api = installation.client(server, tenant)
  const writers = startWriters(writerCount, () => api)
  const hits: Record<string, number> = {}
  let missed = 0
  try {
    for (const place of places)
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

/** Planted: the service responds once it has sent COMMIT, without waiting for the outcome. */
export const answersEarly: SourceChange[] = [
  {
    file: 'db/transaction.ts',
    find: `    const outcome = await ended(client, statement)
    client.release(outcome.isBroken)
    if (statement === 'commit' && outcome.error) throw asFailure(outcome.error)`,
    put: '    void ended(client, statement).then(({ isBroken }) => client.release(isBroken))',
  },
]

const isLossless = ({ inDatabase, throughApi, doubled }: Loss): boolean => inDatabase + throughApi + doubled === 0

const servedBy = (installation: Installation, gate: PostgresGate, changed?: ReturnType<typeof changedProgram>): Served => ({
  installation,
  gate,
  serve: () => installation.serve({ ...changed?.settings, FACET_DATABASE_URL: gate.url }, changed?.program),
})

type Killing = { name: string; places: KillPlace[]; killsEach: number; quick: boolean; say: (line: string) => void }

/** Kills the process under the writes of a new tenant, and counts lost writes. */
const killAndCount = async (served: Served, killing: Killing) => {
  const { name, places, killsEach } = killing
  const tenant = await served.installation.createTenant(name)
  const { writers, hits, missed, server } = await killUnderWrites(served, tenant, killing)
  const { refused, acknowledged } = writers
  const wrong = refused.filter(({ status, code }) => !isPassing(status, code))
  const lost = await countLost(served.installation, tenant, served.installation.client(server, tenant), acknowledged)
  await server.kill('SIGKILL')
  return {
    kills: places.length * killsEach,
    hits,
    missed,
    acknowledgedWrites: writers.acknowledgements(),
    refused: refused.length,
    wrongAnswers: wrong.length,
    ...(wrong.length > 0 ? { wrongAnswerExamples: wrong.slice(0, 3) } : {}),
    slowestAnswerMs: Math.round(writers.slowestMs()),
    lost,
  }
}

const maxPlants = 3

/** With the planted service, the trial must find lost writes. */
const loseOnPurpose = async (served: Served, say: (line: string) => void): Promise<Loss> => {
  for (let made = 1; ; made++) {
    const killing = { name: `planted${made}`, places: killPlaces.slice(0, 1), killsEach: 1, quick: false, say }
    const { lost } = await killAndCount(served, killing)
    if (!isLossless(lost) || made === maxPlants) return lost
  }
}

/** Kills the service with SIGKILL under writes, before and after commits, and starts it again. */
export const killService = async (installation: Installation, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const gate = await startPostgresGate(installation.serviceUrl)
  try {
    const killing = { name: 'writers', places: killPlaces, killsEach: quick ? 1 : 5, quick, say }
    const found = await killAndCount(servedBy(installation, gate), killing)
    const planted = plants ? await loseOnPurpose(servedBy(installation, gate, changedProgram(answersEarly)), say) : undefined
    const { lost, hits, kills, wrongAnswers, acknowledgedWrites } = found
    const isPassed =
      isLossless(lost) &&
      killPlaces.every(({ name }) => hits[name] === killing.killsEach) &&
      wrongAnswers === 0 &&
      acknowledgedWrites >= kills * writesBefore(quick) &&
      (planted === undefined || (planted.inDatabase > 0 && planted.throughApi > 0))
    return { isPassed, figures: { ...found, planted } }
  } finally {
    await gate.close()
  }
}
