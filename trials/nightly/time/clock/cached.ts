import type { Answer } from '../../../harness/caller.ts'
import type { Embedding } from '../../../harness/embedding.ts'
import type { Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { makeOwnKey } from './own-key.ts'
import type { Skewed, Stepped } from './skewed-process.ts'

/** How far from its end, by the clock of the database, a credential in a warm cache was last accepted and first refused. */
export type Ending = { credential: string; skewMs: number; stepMs: number; lastAcceptedMs: number | null; firstRefusedMs: number | null }

const livesMs = 3500
const stepAfterMs = 1200
const watchedMs = 5500
const toleranceMs = 1000

type Used = { credential: string; use: () => Promise<Answer>; hasten: (ms: number) => Promise<unknown> }

const endingToken = async (installation: Installation, embedding: Embedding, { process }: Skewed): Promise<Used> => {
  const key = await makeOwnKey(installation, embedding.tenant)
  const token = await embedding.token(process, {}, key.secret)
  await key.endIn(livesMs)
  return { credential: 'embed token', use: () => embedding.use(process, token), hasten: key.hastenUnheard }
}

const endingKey = async (installation: Installation, embedding: Embedding, { process }: Skewed): Promise<Used> => {
  const key = await makeOwnKey(installation, embedding.tenant)
  await key.endIn(livesMs)
  return { credential: 'API key', use: () => embedding.use(process, key.secret), hasten: key.hastenUnheard }
}

const watch = async ({ credential, use }: Used, skewed: Skewed, hastenedMs: number): Promise<Ending> => {
  const startedMs = performance.now()
  const ending: Ending = { credential, skewMs: skewed.skewMs, stepMs: skewed.stepMs, lastAcceptedMs: null, firstRefusedMs: null }
  while (performance.now() - startedMs < watchedMs) {
    const { status } = await use()
    const sinceEndMs = Math.round(performance.now() - startedMs - (livesMs - hastenedMs))
    if (status === 200) ending.lastAcceptedMs = sinceEndMs
    else ending.firstRefusedMs ??= sinceEndMs
    await pause(25)
  }
  return ending
}

const watchAll = async (installation: Installation, embedding: Embedding, skewed: Skewed, hastenedMs: number) => {
  const used = [await endingToken(installation, embedding, skewed), await endingKey(installation, embedding, skewed)]
  return { used, watching: Promise.all(used.map((one) => watch(one, skewed, hastenedMs))) }
}

/** A token and a key near their ends, used all the time, while the clock of the process is stepped under them. */
export const watchEndings = async (
  installation: Installation,
  embedding: Embedding,
  skewed: Skewed,
): Promise<{ endings: Ending[]; stepped: Stepped }> => {
  const { watching } = await watchAll(installation, embedding, skewed, 0)
  await pause(stepAfterMs)
  const stepped = await skewed.step()
  return { endings: await watching, stepped }
}

/** The same, while their ends are moved forward behind the back of the process. */
export const watchUnheardEndings = async (
  installation: Installation,
  embedding: Embedding,
  skewed: Skewed,
  hastenedMs: number,
): Promise<Ending[]> => {
  const { used, watching } = await watchAll(installation, embedding, skewed, hastenedMs)
  await pause(stepAfterMs)
  await Promise.all(used.map(({ hasten }) => hasten(hastenedMs)))
  return watching
}

export const isOnTime = ({ lastAcceptedMs, firstRefusedMs }: Ending): boolean =>
  lastAcceptedMs !== null && firstRefusedMs !== null && Math.abs(lastAcceptedMs) <= toleranceMs && Math.abs(firstRefusedMs) <= toleranceMs
