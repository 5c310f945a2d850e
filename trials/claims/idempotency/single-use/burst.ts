import type { Answer } from '../../../harness/caller.ts'
import { eachOf } from '../../../harness/each-of.ts'
import type { Embedding } from '../../../harness/embedding.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'

/** The outcome of many exchanges of one session. */
type Contest = { sessionId: string; tokens: string[]; usedUp: number; lost: number; other: Answer[] }

const patienceMs = 15_000

/** `isSpread`: delays later attempts, so that a kill interrupts exchanges of many sessions. `earlier`: tokens of earlier exchanges. */
type Options = { attempts: number; sessionsAtOnce: number; isSpread?: boolean; onAnswer?: () => void; earlier?: Map<string, string> }

/** Exchanges one session many times at once on all processes. Repeats attempts that got no response or 503. */
const contend = async (
  embedding: Embedding,
  processes: () => FacetProcess[],
  sessionId: string,
  { attempts, isSpread = false, onAnswer = () => undefined, earlier }: Options,
): Promise<Contest> => {
  const token = earlier?.get(sessionId)
  const contest: Contest = { sessionId, tokens: token === undefined ? [] : [token], usedUp: 0, lost: 0, other: [] }
  const deadline = performance.now() + patienceMs
  const attempt = async (place: number): Promise<void> => {
    if (isSpread) await pause(place >> 1)
    for (let turn = place; ; turn++) {
      const live = processes()
      const answer = await embedding.exchange(live[turn % live.length] as FacetProcess, sessionId)
      onAnswer()
      const isPassing = answer.status === 0 || answer.status === 503
      if (answer.status === 0) contest.lost++
      if (isPassing && performance.now() < deadline) {
        await pause(20)
        continue
      }
      if (answer.status === 200) contest.tokens.push(String(answer.body['token']))
      else if (answer.status === 401 && answer.code === 'session_used') contest.usedUp++
      else contest.other.push(answer)
      return
    }
  }
  await Promise.all(Array.from({ length: attempts }, (_, place) => attempt(place)))
  return contest
}

export type Burst = {
  sessions: number
  attempts: number
  winners: number
  /** Sessions with more than one successful exchange. */
  secondUses: number
  /** Used sessions without a winner, because the response was lost with the process. */
  usedUpUnseen: number
  unansweredAttempts: number
  winnersTokenRefused: number
  otherAnswers: number
  example?: Pick<Answer, 'status' | 'code'>
}

export const burst = async (
  embedding: Embedding,
  processes: () => FacetProcess[],
  sessions: string[],
  options: Options,
): Promise<Burst> => {
  const contests = await eachOf(sessions, options.sessionsAtOnce, (sessionId) => contend(embedding, processes, sessionId, options))
  const tokens = contests.flatMap((contest) => contest.tokens)
  // A killed process may not be replaced yet; ask the other one.
  const used = await eachOf(tokens, 8, async (token, index) => {
    const live = processes()
    const answer = await embedding.use(live[index % live.length] as FacetProcess, token)
    return answer.status === 0 ? embedding.use(live[(index + 1) % live.length] as FacetProcess, token) : answer
  })
  const other = contests.flatMap((contest) => contest.other)
  const [first] = other
  return {
    sessions: contests.length,
    attempts: contests.length * options.attempts,
    winners: tokens.length,
    secondUses: contests.filter((contest) => contest.tokens.length > 1).length,
    usedUpUnseen: contests.filter((contest) => contest.tokens.length === 0 && contest.usedUp > 0).length,
    unansweredAttempts: contests.reduce((sum, { lost }) => sum + lost, 0),
    winnersTokenRefused: used.filter(({ status }) => status !== 200).length,
    otherAnswers: other.length,
    ...(first ? { example: { status: first.status, code: first.code } } : {}),
  }
}
