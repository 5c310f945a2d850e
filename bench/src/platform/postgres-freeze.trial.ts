import { type Answer, createCaller } from '../harness/caller.ts'
import { createEmbedding } from '../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import { median, pause } from '../harness/numbers.ts'
import { freezePostgres } from '../harness/power-cut.ts'
import type { Trial } from '../trial.ts'

const maxAnswerMs = 3000
const maxRecoveryMs = 5000
const givenUpMs = 30_000
// As many as the service puts into one statement.
const batch = 64

type Sent = (place: number) => Promise<Answer>
type Wave = { sent: number; refused: number; wrong: number; slowestMs: number; medianMs: number; example?: string }

const waveOf = (answers: Answer[]): Wave => {
  const wrong = answers.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)
  const times = answers.map(({ tookMs }) => tookMs)
  return {
    sent: answers.length,
    refused: answers.length - wrong.length,
    wrong: wrong.length,
    slowestMs: Math.round(Math.max(...times)),
    medianMs: Math.round(median(times)),
    ...(wrong[0] ? { example: `${wrong[0].status} ${wrong[0].code}` } : {}),
  }
}

const allAtOnce = async (count: number, send: Sent): Promise<Wave> =>
  waveOf(await Promise.all(Array.from({ length: count }, (_, place) => send(place))))

/** The planted queue: whoever does not fit into a batch waits until the one before it was refused. */
const oneBatchAfterAnother = async (count: number, send: Sent): Promise<Wave> => {
  const startedMs = performance.now()
  const answers: Answer[] = []
  for (let first = 0; first < count; first += batch) {
    const size = Math.min(batch, count - first)
    const part = await Promise.all(Array.from({ length: size }, (_, place) => send(first + place)))
    answers.push(...part.map((answer) => ({ ...answer, tookMs: performance.now() - startedMs })))
  }
  return waveOf(answers)
}

const recoveredAfterMs = async (send: Sent): Promise<number> => {
  const startedMs = performance.now()
  while ((await send(0)).status !== 200) {
    if (performance.now() - startedMs > givenUpMs) throw new Error('Nothing was minted after the database was back.')
    await pause(50)
  }
  return Math.round(performance.now() - startedMs)
}

/** What sender and service take for as many that are answered at once is the machine's, and not time spent waiting for the database. */
const isInTime = ({ wrong, slowestMs }: Wave, usualMs: number): boolean => wrong === 0 && slowestMs - usualMs <= maxAnswerMs

const run = async (installation: Installation, server: FacetProcess, count: number, say: (line: string) => void) => {
  const embedding = await createEmbedding(installation, server, await installation.createTenant('frozen'))
  const caller = createCaller(2 * count)
  const mint: Sent = (place) =>
    caller.ask(server, {
      method: 'POST',
      path: '/api/v1/embed/generate-session',
      host: embedding.tenant.host,
      authorization: `Bearer ${embedding.tenant.adminKey}`,
      body: { deploymentId: embedding.deploymentId, externalId: `visitor-${place}` },
    })
  try {
    // Users and connections are known from here on: what is refused below is refused by the queue.
    await allAtOnce(count, mint)
    const usual = await allAtOnce(count, mint)
    if (usual.wrong !== count || usual.example !== '200 ') throw new Error(`Mints before the freeze went wrong: ${JSON.stringify(usual)}`)
    const usualMs = usual.slowestMs
    const { thaw } = freezePostgres(installation.cluster)
    try {
      const first = await allAtOnce(count, mint)
      say(`frozen, ${count} mints at once: ${JSON.stringify(first)}`)
      // By now nothing that is remembered of callers is trusted.
      const second = await allAtOnce(count, mint)
      say(`and again: ${JSON.stringify(second)}`)
      const planted = await oneBatchAfterAnother(3 * batch, mint)
      say(`planted: ${JSON.stringify(planted)}`)
      thaw()
      const recoveryMs = await recoveredAfterMs(mint)
      return {
        isPassed:
          isInTime(first, usualMs) &&
          isInTime(second, usualMs) &&
          !isInTime(planted, usualMs) &&
          recoveryMs <= maxRecoveryMs &&
          !server.hasExited(),
        figures: { usualMs, first, second, planted, recoveryMs, isSameProcess: !server.hasExited() },
      }
    } finally {
      thaw()
    }
  } finally {
    caller.close()
    embedding.close()
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'postgres-freeze',
  runsOn: 'landing',
  summary: 'a PostgreSQL that is stopped with SIGSTOP under mints',
  claim: 'A hanging database leads to prompt refusals.',
  gate: 'Every request gets 503 with `Retry-After` within 3 s. Mints succeed 5 s after the database resumes.',
  onFailure: '`slowestMs`: a queued request has no deadline (`embed/batcher.ts`).',
  watches: ['access', 'http', 'embed/engine', 'embed/sessions'],
  needs: ['postgres'],
  short: { seconds: 14, pace: 'alone' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: true })
    try {
      const server = await installation.serve()
      const { value, conditions } = await underConditions(() => run(installation, server, quick ? 150 : 400, say))
      return { isPassed: value.isPassed, figures: { ...value.figures, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
