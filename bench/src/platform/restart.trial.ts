import { createInstallation, type Installation } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import { type PostgresGate, startPostgresGate } from '../harness/postgres-gate.ts'
import { changedProgram, type SourceChange } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { countLost, type Loss } from './writers/lost-writes.ts'
import { type KillPlace, killPlaces, killUnderWrites, type Served, writesBetween } from './restart/kills.ts'
import { isPassing } from './writers/writers.ts'

/** A service that answers once it has sent COMMIT, and does not wait for what becomes of it. */
const answersEarly: SourceChange[] = [
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

type Killing = { name: string; places: KillPlace[]; killsEach: number; say: (line: string) => void }

/** Kills under the writes of a tenant of its own, and what of them is there afterwards. */
const killAndCount = async (served: Served, { name, places, killsEach, say }: Killing) => {
  const tenant = await served.installation.createTenant(name)
  const { writers, hits, missed, server } = await killUnderWrites(served, tenant, places, killsEach, say)
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

/** The positive control: were no loss found with this service, finding none with the real one would say nothing. */
const loseOnPurpose = async (served: Served, say: (line: string) => void): Promise<Loss> => {
  for (let made = 1; ; made++) {
    const killing = { name: `planted${made}`, places: killPlaces.slice(0, 1), killsEach: 1, say }
    const { lost } = await killAndCount(served, killing)
    if (!isLossless(lost) || made === maxPlants) return lost
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'restart',
  runsOn: 'landing',
  summary: 'SIGKILL of the service under writes',
  claim: 'No acknowledged write is lost or applied twice when the service dies.',
  gate: '0 acknowledged writes lost, 0 applied twice.',
  onFailure: '`lost`: a response precedes its commit (`db/transaction.ts`). `doubled`: a retry does not find its effect.',
  watches: [...watched.requests, 'outbox'],
  plants: [answersEarly],
  needs: ['postgres'],
  short: { seconds: 45, pace: 'waits' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: true })
    const gate = await startPostgresGate(installation.serviceUrl)
    try {
      const killing = { name: 'writers', places: killPlaces, killsEach: quick ? 1 : 5, say }
      const { value, conditions } = await underConditions(() => killAndCount(servedBy(installation, gate), killing))
      const planted = await loseOnPurpose(servedBy(installation, gate, changedProgram(answersEarly)), say)
      const { lost, hits, kills, wrongAnswers, acknowledgedWrites } = value
      const isPassed =
        isLossless(lost) &&
        // A kill that met no write in this place proves nothing.
        killPlaces.every(({ name }) => hits[name] === killing.killsEach) &&
        wrongAnswers === 0 &&
        acknowledgedWrites >= kills * writesBetween &&
        planted.inDatabase > 0 &&
        planted.throughApi > 0
      return { isPassed, figures: { ...value, planted, ...conditions } }
    } finally {
      await gate.close()
      await installation.close()
    }
  },
}
