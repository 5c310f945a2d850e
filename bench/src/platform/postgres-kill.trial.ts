import { createEmbedding } from '../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import { median, pause, rounded } from '../harness/numbers.ts'
import { killPostgres, restartPostgres } from '../harness/power-cut.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { countLostSessions } from './writers/lost-sessions.ts'
import { countLost } from './writers/lost-writes.ts'
import { type Minters, startMinters } from './writers/minters.ts'
import { type Refused, startWriters, type Writers } from './writers/writers.ts'

const writerCount = 8
const minterCount = 4
const maxAnswerMs = 3000
const maxRecoveryMs = 5000
const givenUpMs = 90_000
const writesBetween = 300
// Every fifth outage outlasts the time a cached credential is believed, so that authentication meets it too.
const downMs = (round: number): number => (round % 5 === 2 ? 2500 : 150 + ((round * 97) % 200))

const until = async (isSo: () => boolean, problem: string): Promise<void> => {
  const deadline = performance.now() + givenUpMs
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(problem)
    await pause(5)
  }
}

type Round = { killedMs: number; recoveryMs: number }

const isHitBy = (answers: Refused[], { killedMs }: Round): boolean =>
  answers.some(({ startedMs, endedMs }) => startedMs < killedMs && endedMs > killedMs)

/** A kill that met nothing in flight proves nothing: how many met anything, a write, a mint or an exchange. */
const hitsOf = (writers: Writers, minters: Minters, rounds: Round[]) => ({
  killsThatHit: rounds.filter((round) => isHitBy([...writers.refused, ...minters.refused], round)).length,
  killsThatHitWrites: rounds.filter((round) => isHitBy(writers.refused, round)).length,
  killsThatHitSessions: rounds.filter((round) => isHitBy(minters.refused, round)).length,
})

const isEnough = ({ killsThatHit, killsThatHitWrites, killsThatHitSessions }: ReturnType<typeof hitsOf>, kills: number): boolean =>
  killsThatHit >= kills && killsThatHitWrites * 2 >= kills && killsThatHitSessions * 2 >= kills

// Those that met nobody are made again, as often.
const maxRounds = (kills: number): number => kills * 3

const killOnce = async (
  installation: Installation,
  server: FacetProcess,
  writers: Writers,
  round: number,
  settings: Record<string, string>,
) => {
  const before = writers.acknowledgements()
  await until(() => server.hasExited() || writers.acknowledgements() >= before + writesBetween, 'The writers write nothing.')
  const killedMs = await killPostgres(installation.cluster)
  await pause(downMs(round))
  await restartPostgres(installation.cluster, settings)
  const acceptsMs = performance.now()
  await until(() => server.hasExited() || writers.lastAcknowledgedMs() > acceptsMs, 'No write succeeded after the database was back.')
  return { killedMs, recoveryMs: writers.lastAcknowledgedMs() - acceptsMs }
}

const judge = (writers: Writers, minters: Minters, rounds: Round[], server: FacetProcess) => {
  const refused = [...writers.refused, ...minters.refused]
  const wrong = refused.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
  const recoveries = rounds.map(({ recoveryMs }) => recoveryMs)
  const slowestMs = Math.max(writers.slowestMs(), minters.slowestMs())
  return {
    kills: rounds.length,
    ...hitsOf(writers, minters, rounds),
    acknowledgedWrites: writers.acknowledgements(),
    refused: refused.length,
    wrongAnswers: wrong.length,
    ...(wrong.length > 0 ? { wrongAnswerExamples: wrong.slice(0, 3) } : {}),
    slowestAnswerMs: Math.round(slowestMs),
    recoveryMs: { median: Math.round(median(recoveries)), max: Math.round(Math.max(...recoveries)) },
    isSameProcess: !server.hasExited(),
  }
}

export const killUnderLoad = async (kills: number, settings: Record<string, string>, say: (line: string) => void) => {
  const installation = await createInstallation({ durable: true, postgres: settings })
  try {
    const server = await installation.serve()
    const tenant = await installation.createTenant('writers')
    const api = installation.client(server, tenant)
    const embedding = await createEmbedding(installation, server, await installation.createTenant('minters'))
    const writers = startWriters(writerCount, () => api)
    const minters = startMinters(minterCount, embedding, () => server)
    const rounds: Round[] = []
    try {
      const isOver = (): boolean => server.hasExited() || isEnough(hitsOf(writers, minters, rounds), kills)
      for (let round = 0; round < maxRounds(kills) && !isOver(); round++) {
        rounds.push(await killOnce(installation, server, writers, round, settings))
        say(
          `kill ${round + 1}: ${writers.acknowledgements()} acknowledged, serving again after ${rounded(rounds.at(-1)?.recoveryMs ?? 0, 0)} ms`,
        )
      }
    } finally {
      await writers.stop()
      await minters.stop()
    }
    const verdict = judge(writers, minters, rounds, server)
    // A process that found writes missing has ended by itself, and none starts before the database is made fit.
    if (server.hasExited()) await installation.facet(['restored'])
    const witness = server.hasExited() ? await installation.serve() : server
    const lost = await countLost(installation, tenant, installation.client(witness, tenant), writers.acknowledged)
    const lostSessions = await countLostSessions(installation, embedding, witness, minters.minted)
    embedding.close()
    return { ...verdict, lost, lostSessions }
  } finally {
    await installation.close()
  }
}

type Outcome = Awaited<ReturnType<typeof killUnderLoad>>

const isLossless = ({ lost, lostSessions }: Outcome): boolean =>
  lost.inDatabase + lost.throughApi + lost.doubled === 0 &&
  lostSessions.lostMints + lostSessions.exchangedTwice + lostSessions.lostGrants + lostSessions.refusedTokens === 0 &&
  // Sessions of both kinds, or there was nothing to lose.
  lostSessions.exchanged > 0 &&
  lostSessions.minted > lostSessions.exchanged

const isPassed = (outcome: Outcome, kills: number): boolean =>
  isLossless(outcome) &&
  isEnough(outcome, kills) &&
  outcome.wrongAnswers === 0 &&
  outcome.slowestAnswerMs <= maxAnswerMs &&
  outcome.recoveryMs.max <= maxRecoveryMs &&
  outcome.isSameProcess

export const trial: Trial = {
  family: 'faults',
  name: 'postgres-kill',
  runsOn: 'landing',
  summary: 'SIGKILL of PostgreSQL under writes, mints and exchanges',
  claim: 'No acknowledged write is lost when PostgreSQL dies, and the service recovers without a restart.',
  gate: '0 lost writes and sessions, only 503 with `Retry-After` meanwhile, recovery within 5 s of the database.',
  onFailure: '`lost`: a response precedes its commit. Another status than 503: an outage is not recognized (`db/outage.ts`).',
  watches: [...watched.requests, ...watched.minting],
  needs: ['postgres'],
  short: { seconds: 30, pace: 'waits' },
  run: async ({ quick, say }) => {
    const kills = quick ? 3 : 20
    const { value, conditions } = await underConditions(() => killUnderLoad(kills, {}, say))
    return { isPassed: isPassed(value, kills), figures: { ...value, ...conditions } }
  },
}
