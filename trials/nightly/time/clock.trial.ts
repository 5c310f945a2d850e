import { createEmbedding, type Embedding } from '../../harness/embedding.ts'
import { createInstallation, type Installation, type Tenant } from '../../harness/installation.ts'
import { againIfHeldUp, underConditions } from '../../harness/machine.ts'
import type { Trial } from '../../trial.ts'
import { atBoundaries, type Boundaries, isExact, sessionSubject, tokenSubject } from './clock/boundaries.ts'
import { type Ending, isOnTime, watchEndings, watchUnheardEndings } from './clock/cached.ts'
import { isStepped, type Plan, serveSkewed, type Skewed, type Stepped } from './clock/skewed-process.ts'

const tenMinutesMs = 600_000
const hastenedMs = 2000

type Seen = { sessions: Boundaries; tokens: Boundaries; endings: Ending[]; stepped: Stepped }

const withSkewed = async <T>(
  installation: Installation,
  tenant: Tenant,
  serving: Promise<Skewed>,
  work: (skewed: Skewed, embedding: Embedding) => Promise<T>,
): Promise<T> => {
  const skewed = await serving
  const embedding = await createEmbedding(installation, skewed.process, tenant)
  try {
    return await work(skewed, embedding)
  } finally {
    embedding.close()
    await skewed.process.kill('SIGKILL')
  }
}

const trySkew = (installation: Installation, tenant: Tenant, plan: Plan, each: number): Promise<Seen> =>
  withSkewed(installation, tenant, serveSkewed(installation, plan), async (skewed, embedding) => {
    const [sessions, tokens] = await Promise.all([
      atBoundaries(sessionSubject(installation, embedding, skewed.process), each),
      atBoundaries(tokenSubject(installation, embedding, skewed.process), each),
    ])
    return { sessions, tokens, ...(await watchEndings(installation, embedding, skewed)) }
  })

const isGood = ({ sessions, tokens, endings, stepped }: Seen): boolean =>
  isStepped(stepped) && isExact(sessions) && isExact(tokens) && endings.every(isOnTime)

type Planted = { unheard: Ending[]; unstepped: Stepped }

const areUnheardSeen = (endings: Ending[]): boolean => endings.every((ending) => !isOnTime(ending))

const isFaultSeen = ({ unheard, unstepped }: Planted): boolean => areUnheardSeen(unheard) && !isStepped(unstepped)

// A paused process queries the database again and notices the planted ends. Repeat then.
const maxControls = 5

/** Planted: ends that move forward unnoticed by a warm process, and a process that does not step its clock. */
const watchPlanted = (installation: Installation, tenant: Tenant, plan: Plan): Promise<Planted> =>
  withSkewed(installation, tenant, serveSkewed(installation, plan, true), async (skewed, embedding) => {
    const watchOnce = () => watchUnheardEndings(installation, embedding, skewed, hastenedMs)
    let unheard = await watchOnce()
    for (let made = 1; !areUnheardSeen(unheard) && made < maxControls; made++) unheard = await watchOnce()
    return { unheard, unstepped: await skewed.step() }
  })

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
  run: async ({ quick, plants, say }) => {
    const installation = await createInstallation({ durable: false })
    try {
      const tenant = await installation.createTenant('clock')
      const attempt = (plan: Plan) => () => trySkew(installation, tenant, plan, quick ? 10 : 50)
      const { value, conditions } = await underConditions(async () => {
        const planting = plants ? watchPlanted(installation, tenant, { skewMs: 0, stepMs: tenMinutesMs }) : undefined
        const skews = await Promise.all(plansOf(quick).map((plan) => againIfHeldUp(attempt(plan), isGood, say)))
        for (const one of skews) say(JSON.stringify(one))
        return { skews, planted: await planting }
      })
      return {
        isPassed: value.skews.every(isGood) && (value.planted === undefined || isFaultSeen(value.planted)),
        figures: { ...value, ...conditions },
      }
    } finally {
      await installation.close()
    }
  },
}
