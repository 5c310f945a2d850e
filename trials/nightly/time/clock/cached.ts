import type { Answer } from '../../../harness/caller.ts'
import type { Embedding } from '../../../harness/embedding.ts'
import type { Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { endKeysIn, makeOwnKey } from './own-key.ts'
import type { Skewed, Stepped } from './skewed-process.ts'

/** When a cached credential was last accepted and first refused, relative to its end by the database clock. */
export type Ending = { credential: string; skewMs: number; stepMs: number; lastAcceptedMs: number | null; firstRefusedMs: number | null }

const livesMs = 3500
const stepAfterMs = 1200
const watchedMs = 5500
const toleranceMs = 1000

/** Uses a credential until after its end. */
const watch = async (credential: string, use: () => Promise<Answer>, { skewMs, stepMs }: Skewed): Promise<Ending> => {
  const startedMs = performance.now()
  const ending: Ending = { credential, skewMs, stepMs, lastAcceptedMs: null, firstRefusedMs: null }
  while (performance.now() - startedMs < watchedMs) {
    const { status } = await use()
    const sinceEndMs = Math.round(performance.now() - startedMs - livesMs)
    if (status === 200) ending.lastAcceptedMs = sinceEndMs
    else ending.firstRefusedMs ??= sinceEndMs
    await pause(25)
  }
  return ending
}

/** Uses a token and a key near their ends constantly, while the clock of the process is stepped. */
export const watchEndings = async (
  installation: Installation,
  embedding: Embedding,
  skewed: Skewed,
): Promise<{ endings: Ending[]; stepped: Stepped }> => {
  const { process } = skewed
  const [ofToken, key] = [await makeOwnKey(installation, embedding.tenant), await makeOwnKey(installation, embedding.tenant)]
  const token = await embedding.token(process, {}, ofToken.secret)
  await endKeysIn(installation, [ofToken.id, key.id], livesMs)
  const watching = Promise.all([
    watch('embed token', () => embedding.use(process, token), skewed),
    watch('API key', () => embedding.use(process, key.secret), skewed),
  ])
  await pause(stepAfterMs)
  const stepped = await skewed.step()
  return { endings: await watching, stepped }
}

export const isOnTime = ({ lastAcceptedMs, firstRefusedMs }: Ending): boolean =>
  lastAcceptedMs !== null && firstRefusedMs !== null && Math.abs(lastAcceptedMs) <= toleranceMs && Math.abs(firstRefusedMs) <= toleranceMs
