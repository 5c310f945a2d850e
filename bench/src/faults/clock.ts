import { createEmbedding } from '../harness/embedding.ts'
import { createInstallation, type Installation, type Tenant } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { atBoundaries, type Boundaries, isExact, sessionSubject, tokenSubject } from './clock/boundaries.ts'
import { type Ending, isOnTime, watchEndings } from './clock/cached.ts'
import { serveSkewed } from './clock/skewed-process.ts'

const tenMinutesMs = 600_000
// A start takes a moment, so the time it wrote down is a little behind.
const skewToleranceMs = 20_000

type Seen = { skewMs: number; seenSkewMs: number; sessions: Boundaries; tokens: Boundaries; endings: Ending[] }

const trySkew = async (installation: Installation, tenant: Tenant, skewMs: number, stepMs: number, each: number): Promise<Seen> => {
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

const isFaultSeen = (control: Ending[]): boolean => control.every((ending) => !isOnTime(ending))

// A process that is not let run for a moment asks the database again, and so hears of the ends it should not know: made again.
const maxControls = 5

/** The ends are moved forward behind the back of a warm process, which then keeps credentials past them: the trial must see that. */
const tryControl = async (installation: Installation, tenant: Tenant): Promise<Ending[]> => {
  const skewed = await serveSkewed(installation, 0, 0)
  const embedding = await createEmbedding(installation, skewed.process, tenant)
  try {
    let control = await watchEndings(installation, embedding, skewed, 2000)
    for (let made = 1; !isFaultSeen(control) && made < maxControls; made++)
      control = await watchEndings(installation, embedding, skewed, 2000)
    return control
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
  watches: [...watched.embedding, 'apps/server/src/access/', 'apps/server/src/domains/identity/api-keys/'],
  needs: ['postgres'],
  short: { seconds: 19, pace: 'waits' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: false })
    try {
      const tenant = await installation.createTenant('clock')
      const { value, conditions } = await underConditions(async () => {
        const plans = [[tenMinutesMs, -2 * tenMinutesMs], [-tenMinutesMs, 2 * tenMinutesMs], ...(quick ? [] : [[0, 0]])] as [
          number,
          number,
        ][]
        const controlling = tryControl(installation, tenant)
        const skews = await Promise.all(plans.map(([skewMs, stepMs]) => trySkew(installation, tenant, skewMs, stepMs, quick ? 10 : 50)))
        for (const one of skews) say(JSON.stringify(one))
        return { skews, control: await controlling }
      })
      return { isPassed: value.skews.every(isGood) && isFaultSeen(value.control), figures: { ...value, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
