import { judged } from '../../harness/last-line.ts'
import type { Trial } from '../../trial.ts'
import { isShared, measureSharedEngine } from './neighbours/engine/shared-engine.ts'
import { startGenerator } from './neighbours/loads.ts'
import { createWindows } from './neighbours/measure.ts'
import { compare, type Compared, type Form } from './neighbours/rounds.ts'
import type { Scene } from './neighbours/scene.ts'
import { manyFrames } from './neighbours/scenes/frames.ts'
import { heldCatalog } from './neighbours/scenes/held-catalog.ts'
import { heldRows } from './neighbours/scenes/held-rows.ts'
import { largeDiffs } from './neighbours/scenes/large-diffs.ts'
import { newGroups } from './neighbours/scenes/new-groups.ts'
import { slowStore } from './neighbours/scenes/slow-store.ts'
import { madeUpHosts, strangersAtTheDoor, strangersNextDoor } from './neighbours/scenes/strangers.ts'
import { treeBombs } from './neighbours/scenes/tree-bombs.ts'
import { openStage } from './neighbours/stage.ts'
import { isHeld, isWellBehaved } from './neighbours/verdict.ts'

const shortScenes: Scene[] = [slowStore, newGroups, treeBombs, strangersAtTheDoor, largeDiffs, heldCatalog, manyFrames]
const scenes: Scene[] = [strangersNextDoor, madeUpHosts, heldRows, ...shortScenes]

const whole: Form = { pace: { seconds: 4, patienceMs: 15_000 }, rounds: 3, bounds: { maxRatio: 2, minRate: 0.8 } }
const short: Form = { pace: { seconds: 1, patienceMs: 6000 }, rounds: 1, bounds: { maxRatio: 5, minRate: 0.6 } }

export const trial: Trial = {
  family: 'faults',
  name: 'neighbours',
  runsOn: 'nightly',
  summary: 'one tenant or viewer at full load beside a quiet one',
  claim: 'A busy or hostile tenant does not slow down another tenant, nor a viewer another customer in the same engine.',
  gate: '0 refusals of the quiet tenant. p99 at most twice that beside a well-behaved tenant. In a shared engine: 200 light queries, p95 at most 2 s, no refusal, the same process.',
  onFailure:
    '`ratios` and `refused` name what suffered: a resource is not divided by tenant (ADR 19), or work blocks the event loop. `engine`: admission to engines (ADR 53).',
  needs: ['postgres', 's3', 'temporal', 'cube'],
  short: { seconds: 160, pace: 'alone' },
  run: async ({ quick, say }) => {
    const form = quick ? short : whole
    await using open = new AsyncDisposableStack()
    const stage = await openStage()
    open.defer(stage.close)
    const generators = { quiet: startGenerator(), neighbour: startGenerator() }
    for (const { close } of Object.values(generators)) open.defer(close)
    const measure = createWindows(stage, generators)
    const played: ({ scene: Scene } & Compared)[] = []
    for (const scene of quick ? shortScenes : scenes) {
      const isStarted = await stage.serve(scene.settings)
      const sides = await scene.prepare(stage)
      // The first requests of a node take longer.
      if (isStarted || !quick) await measure(short.pace, sides.twin, sides.also)
      const compared = await compare(measure, scene, sides, form)
      say(JSON.stringify({ name: scene.name, ...compared }))
      played.push({ scene, ...compared })
    }
    const engine = await measureSharedEngine(quick)
    say(JSON.stringify({ name: 'shared-engine', ...engine }))
    const namesOf = (is: (one: (typeof played)[number]) => boolean): string[] => played.filter(is).map(({ scene: { name } }) => name)
    const slowed = namesOf(({ verdict }) => !isHeld(verdict, form.bounds))
    const unruly = namesOf(({ verdict }) => !isWellBehaved(verdict))
    const unlimited = namesOf(({ scene: { limitedBy }, verdict }) => limitedBy !== undefined && (verdict.attacker[limitedBy] ?? 0) === 0)
    return {
      ...judged({
        'the quiet tenant is neither refused nor slowed': slowed.length === 0,
        'the well-behaved twins are answered': unruly.length === 0,
        'attackers are limited': unlimited.length === 0,
        'customers share an engine': isShared(engine),
      }),
      figures: {
        ...{ slowed, unruly, unlimited, engine },
        scenes: played.map(({ scene: { name }, verdict, rounds, repeated }) => ({ name, ...verdict, rounds, repeated })),
      },
    }
  },
}
