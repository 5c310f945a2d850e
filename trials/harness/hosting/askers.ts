import { randomInt } from 'node:crypto'
import type { Answer } from '../caller.ts'
import type { FacetProcess } from '../installation.ts'
import { pause } from '../numbers.ts'
import { answerOf, largest, queryUpTo, type TrialDeployment } from './deployments.ts'
import { type HostingStage, host } from './stage.ts'

export type Numbers = TrialDeployment & { factor: number }

/** A response: `right`, `wrong` (200 with other numbers), `refused` (503 with `Retry-After`), or `unexpected`. */
export type Judged = {
  verdict: 'right' | 'wrong' | 'refused' | 'unexpected'
  status: number
  code: string
  retryAfterMs: number
  text: string
}

const patienceMs = 120_000

const judge = ({ status, code, body, retryAfter }: Answer, expected: number): Judged => {
  const [row] = (Array.isArray(body['data']) ? body['data'] : []) as Record<string, unknown>[]
  const retryAfterMs = Number(retryAfter ?? Number.NaN) * 1000
  const isRetryable = status === 503 && code !== '' && retryAfterMs > 0
  const isRight = status === 200 && Number(row?.['numbers.worth']) === expected
  const of200 = isRight ? 'right' : 'wrong'
  const others = isRetryable ? 'refused' : 'unexpected'
  return {
    verdict: status === 200 ? of200 : others,
    status,
    code,
    retryAfterMs: isRetryable ? retryAfterMs : 0,
    text: `${status} ${code} ${JSON.stringify(body).slice(0, 200)}, expected ${expected}`,
  }
}

/** Queries a number that is probably in no cache. Repeats `Continue wait`, as clients do. */
const askOnce = async ({ caller }: HostingStage, process: Pick<FacetProcess, 'url'>, numbers: Numbers): Promise<Judged> => {
  const upTo = randomInt(1, largest + 1)
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await caller.ask(process, {
      host,
      method: 'POST',
      path: `${numbers.dataPath}/load`,
      authorization: numbers.token,
      body: queryUpTo(upTo),
      timeoutMs: patienceMs,
    })
    const isWaiting = answer.status === 200 && answer.body['error'] === 'Continue wait'
    if (!isWaiting || performance.now() > deadline) return judge(answer, answerOf(numbers.factor, upTo))
  }
}

/** The time until a right result, or null after the time limit. */
export const untilRight = async (
  stage: HostingStage,
  process: Pick<FacetProcess, 'url'>,
  numbers: Numbers,
  withinMs: number,
): Promise<number | null> => {
  const startedMs = performance.now()
  for (;;) {
    const { verdict } = await askOnce(stage, process, numbers)
    const tookMs = performance.now() - startedMs
    if (tookMs > withinMs) return null
    if (verdict === 'right') return Math.round(tookMs)
    await pause(200)
  }
}

export type Tally = {
  right: number
  wrong: number
  refused: Record<string, number>
  unexpected: number
  maxRetryAfterMs: number
  examples: string[]
}

export type Askers = { tally: Tally; stop: () => Promise<void> }

const betweenMs = 30
// Sooner than `Retry-After`: impatient clients must do no harm.
const afterRefusalMs = 150

/** Queries each deployment over this many connections until stopped. */
export const startAskers = (stage: HostingStage, process: Pick<FacetProcess, 'url'>, all: readonly Numbers[], ofEach: number): Askers => {
  const tally: Tally = { right: 0, wrong: 0, refused: {}, unexpected: 0, maxRetryAfterMs: 0, examples: [] }
  const stopping = new AbortController()
  const note = ({ verdict, code, retryAfterMs, text }: Judged): void => {
    if (verdict === 'refused') tally.refused[code] = (tally.refused[code] ?? 0) + 1
    else tally[verdict] += 1
    tally.maxRetryAfterMs = Math.max(tally.maxRetryAfterMs, retryAfterMs)
    if ((verdict === 'wrong' || verdict === 'unexpected') && tally.examples.length < 5) tally.examples.push(text)
  }
  const run = async (numbers: Numbers): Promise<void> => {
    while (!stopping.signal.aborted) {
      const judged = await askOnce(stage, process, numbers)
      note(judged)
      await pause(judged.verdict === 'right' ? betweenMs : afterRefusalMs)
    }
  }
  const running = all.flatMap((numbers) => Array.from({ length: ofEach }, () => run(numbers)))
  return {
    tally,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

export const refusalsIn = ({ refused }: Tally): number => Object.values(refused).reduce((sum, count) => sum + count, 0)
