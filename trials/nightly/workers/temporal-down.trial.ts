import { underConditions } from '../../harness/machine.ts'
import { judged } from '../../harness/last-line.ts'
import { pause } from '../../harness/numbers.ts'
import { until } from '../../harness/until.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import type { Trial } from '../../trial.ts'
import { type Numbers, refusalsIn, startAskers, type Tally, untilRight } from '../../harness/hosting/askers.ts'
import { addDeployment, type BuildEnd, buildEnd, modelOf, newestBuild, sendModel, serveNumbers } from '../../harness/hosting/deployments.ts'
import type { HostingStage } from '../../harness/hosting/stage.ts'
import { addSyncDeployment, connectRepository, pushManifest } from '../../harness/dbt/projects.ts'
import { runOf, startSync } from '../../harness/dbt/syncs.ts'
import { openSyncStage } from '../../harness/dbt/sync-stage.ts'
import {
  isEndedWell,
  type Outages,
  startSyncs,
  type SyncEnds,
  syncEnds,
  type SyncGround,
  untilSyncing,
  watchSyncs,
} from './temporal-down/syncs.ts'

const askerCount = 4
const endWithinMs = 180_000

type Ground = { stage: HostingStage; server: FacetProcess; asked: Numbers; say: (line: string) => void }

const send = async ({ stage, server }: Ground, name: string, factor: number): Promise<Numbers> => {
  const deployment = await addDeployment(stage, server, name)
  await sendModel(stage, server, deployment, modelOf(factor))
  return { ...deployment, factor }
}

const untilBuilding = async (stage: HostingStage, all: readonly Numbers[]): Promise<void> => {
  const isBuilding = async (): Promise<boolean> =>
    (await Promise.all(all.map((one) => newestBuild(stage, one)))).some((build) => build?.status === 'building')
  if (!(await until(isBuilding, 60_000, 20))) throw new Error('No build began within 60 s.')
}

type Outage = { builds: number; forMs: number; syncing: SyncGround }
type Outcome = {
  underWay: Record<string, number>
  ends: (BuildEnd | null)[]
  answered: (number | null)[]
  endedAfterMs: number
  tally: Tally
  syncs: Outages & SyncEnds
}

/** Stops Temporal during builds and syncs, and starts more of them before Temporal returns. */
const stopTemporal = async (ground: Ground, { builds, forMs, syncing }: Outage): Promise<Outcome> => {
  const { stage, server, asked, say } = ground
  const askers = startAskers(stage, server, [asked], askerCount)
  try {
    const all: Numbers[] = []
    for (let made = 0; made < builds; made++) all.push(await send(ground, `Before ${made}`, 11 + made))
    const syncs = await startSyncs(syncing, 'before')
    await Promise.all([untilBuilding(stage, all), untilSyncing(syncs)])
    await stage.temporal.kill()
    const stoppedMs = performance.now()
    const states = await Promise.all(all.map((one) => newestBuild(stage, one)))
    const underWay = Object.fromEntries(
      [...Map.groupBy(states, (build) => build?.status ?? 'none')].map(([status, of]) => [status, of.length]),
    )
    const syncsUnderWay = (await Promise.all(syncs.map((sync) => runOf(sync)))).map(({ status }) => status)
    say(`Temporal is away: ${JSON.stringify(underWay)}, syncs ${syncsUnderWay.join(', ')}`)
    all.push(await send(ground, 'Meanwhile', 101))
    const lateSync = await startSync(syncing.deployment, { manifestId: await pushManifest(syncing.deployment, 'meanwhile') })
    const watching = watchSyncs(syncs, lateSync)
    await pause(Math.max(0, forMs - (performance.now() - stoppedMs)))
    const told = await watching.stop()
    await stage.temporal.start()
    const backMs = performance.now()
    say(`Temporal is back after ${Math.round(backMs - stoppedMs)} ms`)
    const ends = await Promise.all(all.map((one) => buildEnd(stage, one, endWithinMs)))
    const ofSyncs = await syncEnds(syncing, [...syncs, lateSync])
    const endedAfterMs = Math.round(performance.now() - backMs)
    const answered: (number | null)[] = []
    for (const one of all) answered.push(await untilRight(stage, server, one, 60_000))
    return { underWay, ends, answered, endedAfterMs, tally: askers.tally, syncs: { underWay: syncsUnderWay, ...told, ...ofSyncs } }
  } finally {
    await askers.stop()
  }
}

const allBuilt = ({ ends }: Outcome): boolean => ends.every((end) => end?.status === 'built')
const failuresIn = ({ tally }: Outcome): number => tally.wrong + tally.unexpected + refusalsIn(tally)

const isHeldThrough = ({ syncs }: Outcome): boolean =>
  isEndedWell(syncs) &&
  syncs.refusals.length === 0 &&
  syncs.wrongStates.length === 0 &&
  syncs.looks > 0 &&
  syncs.underWay.includes('RUNNING')

export const trial: Trial = {
  family: 'faults',
  name: 'temporal-down',
  runsOn: 'nightly',
  summary: 'loss of Temporal during builds and dbt syncs',
  claim: 'Queries do not need Temporal, and long work resumes when it returns.',
  gate: 'All builds and syncs complete, one commit per sync, 0 failed queries.',
  onFailure:
    '`built` below `builds`: an outage counts as an outcome (`builds/start-builds.ts`). `failures`: the data API waits for Temporal.',
  needs: ['postgres', 'temporal', 'dbt'],
  short: { seconds: 150, pace: 'works' },
  run: async ({ quick, say }) => {
    const stage = await openSyncStage({ FACET_DBT_SYNCS: '4' })
    try {
      const server = await stage.serve()
      const asked = { ...(await serveNumbers(stage, server, 'Asked', 7)), factor: 7 }
      if ((await untilRight(stage, server, asked, 120_000)) === null) throw new Error('The deployment returns no result before the outage.')
      const deployment = await addSyncDeployment(stage, stage.clientOf(server), 'Synced')
      const syncing = { stage, deployment, repository: await connectRepository(stage, deployment) }
      const outage = { builds: quick ? 2 : 4, forMs: quick ? 8000 : 60_000, syncing }
      const { value: outcome, conditions } = await underConditions(() => stopTemporal({ stage, server, asked, say }, outage))
      const failures = failuresIn(outcome)
      say(JSON.stringify(outcome))
      return {
        ...judged({
          'every build completes and is served': allBuilt(outcome) && outcome.answered.every((ms) => ms !== null),
          'every sync completes with one commit': isHeldThrough(outcome),
          'no query fails': failures === 0 && outcome.tally.right > 0,
          'the outage interrupted builds': (outcome.underWay['built'] ?? 0) < outage.builds,
        }),
        figures: {
          awayMs: outage.forMs,
          builds: outcome.ends.length,
          built: outcome.ends.filter((end) => end?.status === 'built').length,
          endedAfterMs: outcome.endedAfterMs,
          syncs: outcome.syncs,
          underWay: outcome.underWay,
          queries: outcome.tally.right,
          failures,
          examples: outcome.tally.examples,
          refused: outcome.tally.refused,
          ...conditions,
        },
      }
    } finally {
      await stage.close()
    }
  },
}
