import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { type PostgresGate, startPostgresGate } from '../../harness/postgres-gate.ts'
import { changedProgram, type SourceChange } from '../../harness/source-changes.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { openStage, publish, reportCount, type Stage, writeGeneration } from './publish/dashboard.ts'
import { killPlaces, killPublishing } from './publish/kills.ts'
import { lookAt, publishAgain } from './publish/look.ts'
import { type Plant, plants } from './publish/plants.ts'

/** A dashboard that has been published once, and what is killed while it is published again. */
type Ground = {
  stage: Stage
  gate: PostgresGate
  publicId: string
  nextGeneration: () => number
  /** A process behind the gate. */
  serve: (changes?: SourceChange[]) => Promise<FacetProcess>
}

const openGround = async (installation: Installation, gate: PostgresGate): Promise<Ground> => {
  const tenant = await installation.createTenant('publish')
  const reader = await installation.serve()
  const stage = await openStage(installation, tenant, reader)
  const { status, body } = await publish(stage, reader)
  if (status !== 200) throw new Error(`The first publish was answered with ${status}.`)
  let generation = 1
  return {
    stage,
    gate,
    publicId: String(body['publicId']),
    nextGeneration: () => ++generation,
    serve: (changes = []) => {
      const changed = changes.length === 0 ? undefined : changedProgram(changes)
      return installation.serve({ ...changed?.settings, FACET_DATABASE_URL: gate.url }, changed?.program)
    },
  }
}

const maxMisses = 5

/** So many kills in each place. One that met no publish there is made again, and counted. */
const killEverywhere = async ({ stage, gate, publicId, nextGeneration, serve }: Ground, killsEach: number, say: (line: string) => void) => {
  const hits: Record<string, number> = {}
  const wrong: string[] = []
  let missed = 0
  let victim = await serve()
  for (const place of killPlaces)
    for (let hit = 0, made = 0; hit < killsEach && made < killsEach * 3 + maxMisses; made++) {
      const killed = await killPublishing(stage, gate, victim, { place, generation: nextGeneration(), publicId, misses: made - hit })
      victim = await serve()
      const again = await publishAgain(stage, victim)
      const afterwards = await lookAt(stage, victim, publicId)
      if (killed.isHit) hits[place.name] = ++hit
      else missed++
      wrong.push(...[...killed.wrong, ...again, ...afterwards.wrong].map((what) => `${place.name}: ${what}`))
      say(`killed ${place.name}${killed.isHit ? '' : ', and met nobody'}: ${wrong.length === 0 ? 'whole' : wrong.join('; ')}`)
    }
  await victim.kill('SIGKILL')
  return { hits, missed, wrong }
}

const maxRounds = 3

/** Whether a service that publishes in a way of its own is seen to leave something behind that is not whole. */
const isSeen = async ({ stage, gate, publicId, nextGeneration, serve }: Ground, { changes, place }: Plant): Promise<boolean> => {
  for (let round = 1; round <= maxRounds; round++) {
    const victim = await serve(changes)
    if (place) {
      const { wrong } = await killPublishing(stage, gate, victim, { place, generation: nextGeneration(), publicId })
      if (wrong.length > 0) return true
    } else {
      await writeGeneration(stage, nextGeneration())
      const again = await publishAgain(stage, victim)
      const { wrong } = await lookAt(stage, victim, publicId)
      await victim.kill('SIGKILL')
      if (again.length + wrong.length > 0) return true
    }
  }
  return false
}

const run = async (installation: Installation, gate: PostgresGate, killsEach: number, { plants: arePlanted, say }: TrialOptions) => {
  const ground = await openGround(installation, gate)
  const killed = await killEverywhere(ground, killsEach, say)
  const unseen: string[] = []
  for (const plant of arePlanted ? plants : []) {
    // What the plant before it left is not to be taken for its own.
    const { stage } = ground
    await installation.sql('delete from dashboards where workbook_id = $1', [stage.workbookId])
    const { body } = await publish(stage, stage.reader)
    const isFound = await isSeen({ ...ground, publicId: String(body['publicId']) }, plant)
    say(`planted, ${plant.name}: ${isFound ? 'seen' : 'not seen'}`)
    if (!isFound) unseen.push(plant.name)
  }
  ground.stage.caller.close()
  return { reports: reportCount, kills: killPlaces.length * killsEach, ...killed, planted: { of: arePlanted ? plants.length : 0, unseen } }
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
  plants: plants.map(({ changes }) => changes),
  short: { seconds: 45, pace: 'waits' },
  run: async (options) => {
    const installation = await createInstallation({ durable: true })
    const gate = await startPostgresGate(installation.serviceUrl)
    const killsEach = options.quick ? 1 : 10
    try {
      const { value, conditions } = await underConditions(() => run(installation, gate, killsEach, options))
      return {
        ...judged({
          'what is shown and kept is whole after every kill': value.wrong.length === 0,
          // A kill that met no publish in this place proves nothing.
          'every place was met': killPlaces.every(({ name }) => value.hits[name] === killsEach),
          'every planted fault is seen': value.planted.unseen.length === 0,
        }),
        figures: { ...value, wrong: value.wrong.slice(0, 5), ...conditions },
      }
    } finally {
      await gate.close()
      await installation.close()
    }
  },
}
