import { createEmbedding } from '../../../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../../../harness/installation.ts'
import { median, pause, rounded } from '../../../harness/numbers.ts'
import { killPostgres, restartPostgres } from '../../../harness/power-cut.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { countLostSessions } from '../../../harness/writers/lost-sessions.ts'
import { countLost } from '../../../harness/writers/lost-writes.ts'
import { type Minters, startMinters } from '../../../harness/writers/minters.ts'
import { type Refused, startWriters, type Writers } from '../../../harness/writers/writers.ts'

const writerCount = 8
const minterCount = 4
const maxAnswerMs = 3000
const maxRecoveryMs = 5000
const givenUpMs = 90_000
const writesBefore = (kills: number): number => (kills < 10 ? 100 : 300)
// Every fifth outage lasts longer than the cache of credentials, so that authentication fails too.
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

/** Counts the kills that interrupted a request. The others prove nothing. */
const hitsOf = (writers: Writers, minters: Minters, rounds: Round[]) => ({
  killsThatHit: rounds.filter((round) => isHitBy([...writers.refused, ...minters.refused], round)).length,
  killsThatHitWrites: rounds.filter((round) => isHitBy(writers.refused, round)).length,
  killsThatHitSessions: rounds.filter((round) => isHitBy(minters.refused, round)).length,
})

const isEnough = ({ killsThatHit, killsThatHitWrites, killsThatHitSessions }: ReturnType<typeof hitsOf>, kills: number): boolean =>
  killsThatHit >= kills && killsThatHitWrites * 2 >= kills && killsThatHitSessions * 2 >= kills

// Kills that interrupted no request are repeated.
const maxRounds = (kills: number): number => kills * 3

type Killing = { kills: number; settings?: Record<string, string>; say: (line: string) => void }

const killOnce = async (
  installation: Installation,
  server: FacetProcess,
  writers: Writers,
  round: number,
  { kills, settings = {} }: Killing,
) => {
  const before = writers.acknowledgements()
  await until(() => server.hasExited() || writers.acknowledgements() >= before + writesBefore(kills), 'The writers write nothing.')
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

const killUnderLoad = async (installation: Installation, killing: Killing) => {
  const { kills, say } = killing
  const server = await installation.serve()
  const tenant = await installation.createTenant('postgres-writers')
  const api = installation.client(server, tenant)
  const embedding = await createEmbedding(installation, server, await installation.createTenant('minters'))
  const writers = startWriters(writerCount, () => api)
  const minters = startMinters(minterCount, embedding, () => server)
  const rounds: Round[] = []
  try {
    const isOver = (): boolean => server.hasExited() || isEnough(hitsOf(writers, minters, rounds), kills)
    for (let round = 0; round < maxRounds(kills) && !isOver(); round++) {
      rounds.push(await killOnce(installation, server, writers, round, killing))
      say(
        `kill ${round + 1}: ${writers.acknowledgements()} acknowledged, serving again after ${rounded(rounds.at(-1)?.recoveryMs ?? 0, 0)} ms`,
      )
    }
  } finally {
    await writers.stop()
    await minters.stop()
  }
  const verdict = judge(writers, minters, rounds, server)
  // The service stops when acknowledged writes are missing, and does not start before `facet restored` ran.
  if (server.hasExited()) await installation.facet(['restored'])
  const witness = server.hasExited() ? await installation.serve() : server
  const lost = await countLost(installation, tenant, installation.client(witness, tenant), writers.acknowledged)
  const lostSessions = await countLostSessions(installation, embedding, witness, minters.minted)
  embedding.close()
  await witness.kill('SIGTERM')
  return { ...verdict, lost, lostSessions }
}

type Outcome = Awaited<ReturnType<typeof killUnderLoad>>

const isLossless = ({ lost, lostSessions }: Outcome): boolean =>
  lost.inDatabase + lost.throughApi + lost.doubled === 0 &&
  lostSessions.lostMints + lostSessions.exchangedTwice + lostSessions.lostGrants + lostSessions.refusedTokens === 0 &&
  // Without sessions of both kinds, there was nothing to lose.
  lostSessions.exchanged > 0 &&
  lostSessions.minted > lostSessions.exchanged

const isPassed = (outcome: Outcome, kills: number): boolean =>
  isLossless(outcome) &&
  isEnough(outcome, kills) &&
  outcome.wrongAnswers === 0 &&
  outcome.slowestAnswerMs <= maxAnswerMs &&
  outcome.recoveryMs.max <= maxRecoveryMs &&
  outcome.isSameProcess

/** Commits that do not wait for the disk lose writes and sessions, and the trial must count them. */
const loseCommits = async (say: Killing['say']) => {
  const settings = { synchronous_commit: 'off' }
  const installation = await createInstallation({ durable: true, postgres: settings })
  try {
    const { lost, lostSessions } = await killUnderLoad(installation, { kills: 10, settings, say })
    const areSessionsLost = lostSessions.lostMints > 0 && lostSessions.exchangedTwice + lostSessions.lostGrants > 0
    return { isSeen: lost.inDatabase > 0 && lost.throughApi > 0 && areSessionsLost, lost, lostSessions }
  } finally {
    await installation.close()
  }
}

/** Kills PostgreSQL under writes, mints and exchanges, and starts it again. */
export const killDatabase = async (installation: Installation, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const kills = quick ? 3 : 20
  const found = await killUnderLoad(installation, { kills, say })
  const planted = plants ? await loseCommits(say) : undefined
  return { isPassed: isPassed(found, kills) && planted?.isSeen !== false, figures: { ...found, planted } }
}
