import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { type PostgresGate, startPostgresGate } from '../../harness/postgres-gate.ts'
import type { Trial } from '../../trial.ts'
import { openStage, publish, reportCount } from './publish/dashboard.ts'
import { killPlaces, killPublishing } from './publish/kills.ts'
import { lookAt, publishAgain } from './publish/look.ts'

const maxMisses = 5

/** Kills a publish this many times in each place. Repeats a kill that met no publish there. */
const killEverywhere = async (installation: Installation, gate: PostgresGate, killsEach: number, say: (line: string) => void) => {
  const tenant = await installation.createTenant('publish')
  const reader = await installation.serve()
  const stage = await openStage(installation, tenant, reader)
  const first = await publish(stage, reader)
  if (first.status !== 200) throw new Error(`The first publish returned ${first.status}.`)
  const publicId = String(first.body['publicId'])
  const serve = (): Promise<FacetProcess> => installation.serve({ FACET_DATABASE_URL: gate.url })
  const hits: Record<string, number> = {}
  const wrong: string[] = []
  let missed = 0
  let generation = 1
  let victim = await serve()
  for (const place of killPlaces)
    for (let hit = 0, made = 0; hit < killsEach && made < killsEach * 3 + maxMisses; made++) {
      const killed = await killPublishing(stage, gate, victim, { place, generation: ++generation, publicId, misses: made - hit })
      victim = await serve()
      const again = await publishAgain(stage, victim)
      const afterwards = await lookAt(stage, victim, publicId)
      if (killed.isHit) hits[place.name] = ++hit
      else missed++
      wrong.push(...[...killed.wrong, ...again, ...afterwards.wrong].map((what) => `${place.name}: ${what}`))
      say(`killed ${place.name}${killed.isHit ? '' : ', outside a publish'}: ${wrong.join('; ') || 'complete'}`)
    }
  await victim.kill('SIGKILL')
  stage.caller.close()
  return { reports: reportCount, kills: killPlaces.length * killsEach, hits, missed, wrong }
}

export const trial: Trial = {
  family: 'faults',
  name: 'publish',
  runsOn: 'nightly',
  summary: 'SIGKILL of the service while it publishes a dashboard with 40 reports',
  claim: 'Viewers always see one complete version of a dashboard, before or after the publish.',
  gate: 'The shown version and every kept version are complete and from one generation. Version numbers have no gap.',
  onFailure: 'Part of a version is written in another transaction (`dashboards/publish-version.ts`). `wrong` names the part.',
  needs: ['postgres'],
  short: { seconds: 45, pace: 'waits' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: true })
    const gate = await startPostgresGate(installation.serviceUrl)
    const killsEach = quick ? 1 : 10
    try {
      const { value, conditions } = await underConditions(() => killEverywhere(installation, gate, killsEach, say))
      return {
        ...judged({
          'shown and kept versions are complete after every kill': value.wrong.length === 0,
          'a kill met a publish in every place': killPlaces.every(({ name }) => value.hits[name] === killsEach),
        }),
        figures: { ...value, wrong: value.wrong.slice(0, 5), ...conditions },
      }
    } finally {
      await gate.close()
      await installation.close()
    }
  },
}
