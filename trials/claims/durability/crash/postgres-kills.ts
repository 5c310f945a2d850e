import { createEmbedding } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { median, pause, rounded } from '../../../harness/numbers.ts'
import { killPostgres, restartPostgres } from '../../../harness/power-cut.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { countLostSessions } from '../../../harness/writers/lost-sessions.ts'
import { countLost } from '../../../harness/writers/lost-writes.ts'
import { type Minters, startMinters } from '../../../harness/writers/minters.ts'
import { type Refused, startWriters, type Writers } from '../../../harness/writers/writers.ts'
import { isHitBy } from './service-kills.ts'

const writerCount = 8
const minterCount = 4
const maxAnswerMs = 3000
const maxRecoveryMs = 5000
const givenUpMs = 90_000
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

const countHits = (refused: Refused[], rounds: Round[]): number => rounds.filter(({ killedMs }) => isHitBy(refused, killedMs)).length

/** Counts the kills that interrupted a request. The others prove nothing. */
const hitsOf = (writers: Writers, minters: Minters, rounds: Round[]) => ({
  killsThatHit: countHits([...writers.refused, ...minters.refused], rounds),
  killsThatHitWrites: countHits(writers.refused, rounds),
  killsThatHitSessions: countHits(minters.refused, rounds),
})

const isEnough = ({ killsThatHit, killsThatHitWrites, killsThatHitSessions }: ReturnType<typeof hitsOf>, kills: number): boolean =>
  killsThatHit >= kills && killsThatHitWrites * 2 >= kills && killsThatHitSessions * 2 >= kills

// Kills that interrupted no request are repeated.
const maxRounds = (kills: number): number => kills * 3

const killOnce = async (installation: Installation, server: FacetProcess, writers: Writers, round: number, writesBefore: number) => {
  const before = writers.acknowledgements()
  await until(() => server.hasExited() || writers.acknowledgements() >= before + writesBefore, 'No write was acknowledged.')
  const killedMs = await killPostgres(installation.cluster)
  await pause(downMs(round))
  await restartPostgres(installation.cluster, {})
  const acceptsMs = performance.now()
  await until(() => server.hasExited() || writers.lastAcknowledgedMs() > acceptsMs, 'No write succeeded after the database was back.')
  return { killedMs, recoveryMs: writers.lastAcknowledgedMs() - acceptsMs }
}

const judge = (writers: Writers, minters: Minters, rounds: Round[]) => {
  const refused = [...writers.refused, ...minters.refused]
  const wrong = refused.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
  const recoveries = rounds.map(({ recoveryMs }) => recoveryMs)
  return {
    kills: rounds.length,
    ...hitsOf(writers, minters, rounds),
    acknowledgedWrites: writers.acknowledgements(),
    refused: refused.length,
    wrongAnswers: wrong.length,
    wrongAnswerExamples: wrong.slice(0, 3),
    slowestAnswerMs: Math.round(Math.max(writers.slowestMs(), minters.slowestMs())),
    recoveryMs: { median: Math.round(median(recoveries)), max: Math.round(Math.max(...recoveries)) },
  }
}

const killUnderLoad = async (installation: Installation, kills: number, { quick, say }: TrialOptions) => {
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
      rounds.push(await killOnce(installation, server, writers, round, quick ? 100 : 300))
      say(
        `kill ${round + 1}: ${writers.acknowledgements()} acknowledged, serving again after ${rounded(rounds.at(-1)?.recoveryMs ?? 0, 0)} ms`,
      )
    }
  } finally {
    await writers.stop()
    await minters.stop()
  }
  const verdict = judge(writers, minters, rounds)
  // The service exits when it notices that acknowledged writes are missing.
  if (server.hasExited()) throw new Error(`The service exited: ${JSON.stringify(verdict)}`)
  const lost = await countLost(installation, tenant, api, writers.acknowledged)
  const lostSessions = await countLostSessions(installation, embedding, server, minters.minted)
  embedding.close()
  await server.kill('SIGTERM')
  return { ...verdict, lost, lostSessions }
}

type Outcome = Awaited<ReturnType<typeof killUnderLoad>>

const isLossless = ({ lost, lostSessions }: Outcome): boolean =>
  lost.inDatabase + lost.throughApi + lost.doubled === 0 &&
  lostSessions.lostMints + lostSessions.exchangedTwice + lostSessions.lostGrants + lostSessions.refusedTokens === 0 &&
  // There were exchanged and unexchanged sessions to lose.
  lostSessions.exchanged > 0 &&
  lostSessions.minted > lostSessions.exchanged

const isPassed = (outcome: Outcome, kills: number): boolean =>
  isLossless(outcome) &&
  isEnough(outcome, kills) &&
  outcome.wrongAnswers === 0 &&
  outcome.slowestAnswerMs <= maxAnswerMs &&
  outcome.recoveryMs.max <= maxRecoveryMs

/** Kills PostgreSQL under writes, mints and exchanges, and starts it again. */
export const killDatabase = async (installation: Installation, options: TrialOptions): Promise<Finding> => {
  const kills = options.quick ? 3 : 20
  const found = await killUnderLoad(installation, kills, options)
  return { isPassed: isPassed(found, kills), figures: found }
}
