import { eachOf } from '../../harness/each-of.ts'
import { createEmbedding, type Embedding } from '../../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { type Burst, burst } from './single-use/burst.ts'

const attempts = 64
const sessionsAtOnce = 4

const mintMany = (embedding: Embedding, process: FacetProcess, count: number): Promise<string[]> =>
  eachOf(Array.from({ length: count }), 32, () => embedding.session(process))

/** Exchanges all sessions at once. Kills one of the two processes after so many responses and starts another. */
const burstAndKill = async (
  installation: Installation,
  embedding: Embedding,
  processes: FacetProcess[],
  sessions: number,
  after: number,
) => {
  const [victim, survivor] = processes as [FacetProcess, FacetProcess]
  const ids = await mintMany(embedding, survivor, sessions)
  let live = processes
  let answers = 0
  let replacing: Promise<void> | undefined
  const replace = async (): Promise<void> => {
    await victim.kill('SIGKILL')
    live = [await installation.serve(), survivor]
  }
  const onAnswer = (): void => {
    if (++answers > after) replacing ??= replace()
  }
  const outcome = await burst(embedding, () => live, ids, { attempts, sessionsAtOnce: sessions, isSpread: true, onAnswer })
  await replacing
  return { outcome, processes: live }
}

/** Exchanges each session once at a process that is killed before most responses, then all of them at the remaining processes. */
const killBeforeAnswers = async (
  installation: Installation,
  embedding: Embedding,
  processes: FacetProcess[],
  sessions: number,
  afterMs: number,
) => {
  const [victim, survivor] = processes as [FacetProcess, FacetProcess]
  const ids = await mintMany(embedding, survivor, sessions)
  const asked = ids.map((id) => embedding.exchange(victim, id))
  await pause(afterMs)
  await victim.kill('SIGKILL')
  const answers = await Promise.all(asked)
  const earlier = new Map(
    answers.flatMap(({ status, body }, place) => (status === 200 ? [[ids[place] ?? '', String(body['token'])] as const] : [])),
  )
  const live = [await installation.serve(), survivor]
  const outcome = await burst(embedding, () => live, ids, { attempts: 8, sessionsAtOnce, earlier })
  return { outcome: { ...outcome, unansweredAttempts: answers.filter(({ status }) => status === 0).length }, processes: live }
}

const counts = [
  ...(['sessions', 'attempts', 'winners', 'secondUses', 'usedUpUnseen'] as const),
  ...(['unansweredAttempts', 'winnersTokenRefused', 'otherAnswers'] as const),
]
const sumOf = (bursts: Burst[], name: (typeof counts)[number]): number => bursts.reduce((sum, one) => sum + one[name], 0)

const isOnce = (one: Burst): boolean => one.secondUses + one.otherAnswers + one.winnersTokenRefused === 0

const maxMisses = 4

const run = async (installation: Installation, { quick, say }: TrialOptions) => {
  const tenant = await installation.createTenant('single-use')
  let processes = [await installation.serve(), await installation.serve()]
  const embedding = await createEmbedding(installation, processes[0] as FacetProcess, tenant)
  try {
    const sessions = await mintMany(embedding, processes[0] as FacetProcess, quick ? 20 : 500)
    const calm = await burst(embedding, () => processes, sessions, { attempts, sessionsAtOnce })
    say(`two processes: ${JSON.stringify(calm)}`)

    const killed: Burst[] = []
    for (let round = 0; round < (quick ? 2 : 10); round++) {
      const { outcome, processes: next } = await burstAndKill(installation, embedding, processes, quick ? 10 : 50, round * 8)
      processes = next
      killed.push(outcome)
      say(`one killed: ${JSON.stringify(outcome)}`)
    }

    let misses = 0
    for (let round = 0; round < (quick ? 1 : 6); round++) {
      const { outcome, processes: next } = await killBeforeAnswers(installation, embedding, processes, quick ? 30 : 60, 10 + 6 * round)
      processes = next
      say(`killed before it answered: ${JSON.stringify(outcome)}`)
      // Repeat a kill that came after all responses. Its outcome must hold nevertheless.
      const isMissed = isOnce(outcome) && outcome.unansweredAttempts === 0 && misses++ < maxMisses
      if (isMissed) round--
      else killed.push(outcome)
    }

    const isPassed =
      isOnce(calm) &&
      calm.winners === calm.sessions &&
      killed.every(isOnce) &&
      // Each session has a winner, or the kill lost the response of its exchange.
      sumOf(killed, 'winners') + sumOf(killed, 'usedUpUnseen') === sumOf(killed, 'sessions') &&
      // A kill that interrupted no attempt proves nothing.
      killed.every(({ unansweredAttempts }) => unansweredAttempts > 0)
    return {
      isPassed,
      figures: {
        calm,
        killed: { kills: killed.length, ...Object.fromEntries(counts.map((name) => [name, sumOf(killed, name)])) },
      },
    }
  } finally {
    embedding.close()
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'single-use',
  runsOn: 'landing',
  summary: '64 concurrent exchanges of each embed session on two processes, one of which is killed',
  claim: 'An embed session can be exchanged once.',
  gate: 'One successful exchange per session, whose token works. Every other attempt gets 401 `session_used`.',
  onFailure: 'The row is not locked between check and update (`facet_exchange_sessions`), or the response is sent before the commit.',
  needs: ['postgres'],
  short: { seconds: 15, pace: 'works' },
  run: async (options) => {
    const installation = await createInstallation({ durable: true })
    try {
      const { value, conditions } = await underConditions(() => run(installation, options))
      return { isPassed: value.isPassed, figures: { ...value.figures, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
