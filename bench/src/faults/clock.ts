import { createEmbedding } from '../harness/embedding.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import type { Trial } from '../trial.ts'
import { atBoundaries, type Boundaries, isExact, sessionSubject, tokenSubject } from './clock/boundaries.ts'
import { type Ending, isOnTime, watchEndings } from './clock/cached.ts'
import { serveSkewed } from './clock/skewed-process.ts'

const tenMinutesMs = 600_000
// A start takes a moment, so the time it wrote down is a little behind.
const skewToleranceMs = 20_000

type Seen = { skewMs: number; seenSkewMs: number; sessions: Boundaries; tokens: Boundaries; endings: Ending[] }

const trySkew = async (
  installation: Installation,
  tenant: Parameters<typeof createEmbedding>[2],
  skewMs: number,
  stepMs: number,
  each: number,
): Promise<Seen> => {
  const skewed = await serveSkewed(installation, skewMs, stepMs)
  const embedding = await createEmbedding(installation, skewed.process, tenant)
  try {
    const [sessions, tokens] = await Promise.all([
      atBoundaries(sessionSubject(installation, embedding, skewed.process), each),
      atBoundaries(tokenSubject(installation, embedding, skewed.process), each),
    ])
    const endings = await watchEndings(installation, embedding, skewed)
    return { skewMs, seenSkewMs: Math.round(skewed.seenSkewMs()), sessions, tokens, endings }
  } finally {
    embedding.close()
    await skewed.process.kill('SIGKILL')
  }
}

const isGood = ({ skewMs, seenSkewMs, sessions, tokens, endings }: Seen): boolean =>
  Math.abs(seenSkewMs - skewMs) < skewToleranceMs && isExact(sessions) && isExact(tokens) && endings.every(isOnTime)

export const clock: Trial = {
  name: 'clock',
  summary:
    'the service with its clock ten minutes off, and stepped while it runs: sessions, tokens and keys end by the clock of the database',
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: false })
    try {
      const tenant = await installation.createTenant('clock')
      const { value, conditions } = await underConditions(async () => {
        const plans = [[tenMinutesMs, -2 * tenMinutesMs], [-tenMinutesMs, 2 * tenMinutesMs], ...(quick ? [] : [[0, 0]])] as [
          number,
          number,
        ][]
        const seen = await Promise.all(plans.map(([skewMs, stepMs]) => trySkew(installation, tenant, skewMs, stepMs, quick ? 10 : 50)))
        for (const one of seen) say(JSON.stringify(one))
        return seen
      })
      return { isPassed: value.every(isGood), figures: { skews: value, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
