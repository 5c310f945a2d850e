import { createEmbedding } from '../../harness/embedding.ts'
import { createInstallation, type Installation, type Tenant } from '../../harness/installation.ts'
import { againIfHeldUp, underConditions } from '../../harness/machine.ts'
import type { Trial } from '../../trial.ts'
import { atBoundaries, type Boundaries, isExact, sessionSubject, tokenSubject } from './clock/boundaries.ts'
import { type Ending, isOnTime, watchEndings } from './clock/cached.ts'
import { isStepped, type Plan, serveSkewed, type Stepped } from './clock/skewed-process.ts'

const tenMinutesMs = 600_000

type Seen = { sessions: Boundaries; tokens: Boundaries; endings: Ending[]; stepped: Stepped }

const trySkew = async (installation: Installation, tenant: Tenant, plan: Plan, each: number): Promise<Seen> => {
  const skewed = await serveSkewed(installation, plan)
  const embedding = await createEmbedding(installation, skewed.process, tenant)
  try {
    const [sessions, tokens] = await Promise.all([
      atBoundaries(sessionSubject(installation, embedding, skewed.process), each),
      atBoundaries(tokenSubject(installation, embedding, skewed.process), each),
    ])
    return { sessions, tokens, ...(await watchEndings(installation, embedding, skewed)) }
  } finally {
    embedding.close()
    await skewed.process.kill('SIGKILL')
  }
}

const isGood = ({ sessions, tokens, endings, stepped }: Seen): boolean =>
  isStepped(stepped) && isExact(sessions) && isExact(tokens) && endings.every(isOnTime)

const plansOf = (quick: boolean): Plan[] => [
  { skewMs: tenMinutesMs, stepMs: -2 * tenMinutesMs },
  { skewMs: -tenMinutesMs, stepMs: 2 * tenMinutesMs },
  ...(quick ? [] : [{ skewMs: 0, stepMs: 0 }]),
]

export const trial: Trial = {
  family: 'faults',
  name: 'clock',
  runsOn: 'nightly',
  summary: 'expiry of sessions, tokens and keys while the process clock is ten minutes off or is stepped',
  claim: 'Sessions, tokens and keys expire by the database clock, whatever the clock of the process shows.',
  gate: 'Each credential works one second before its end and fails one second after it. The logs confirm that the process clock was off.',
  onFailure:
    'Code compares a database time with the process clock, or caches an expiry in wall-clock time (`access/caller.ts`, `endsAtMs`).',
  needs: ['postgres'],
  short: { seconds: 19, pace: 'waits' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: false })
    try {
      const tenant = await installation.createTenant('clock')
      const attempt = (plan: Plan) => () => trySkew(installation, tenant, plan, quick ? 10 : 50)
      const { value: skews, conditions } = await underConditions(() =>
        Promise.all(plansOf(quick).map((plan) => againIfHeldUp(attempt(plan), isGood, say))),
      )
      for (const one of skews) say(JSON.stringify(one))
      return { isPassed: skews.every(isGood), figures: { skews, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
