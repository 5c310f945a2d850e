import type { Trial } from '../../trial.ts'
import { startGenerator } from './neighbours/loads.ts'
import { createWindows, type Measure } from './neighbours/measure.ts'
import { attackOnly, type Compared, compare, type Form, type Sides } from './neighbours/rounds.ts'
import type { Scene } from './neighbours/scene.ts'
import { manyFrames } from './neighbours/scenes/frames.ts'
import { heldCatalog } from './neighbours/scenes/held-catalog.ts'
import { heldRows } from './neighbours/scenes/held-rows.ts'
import { largeDiffs } from './neighbours/scenes/large-diffs.ts'
import { newGroups } from './neighbours/scenes/new-groups.ts'
import { slowStore } from './neighbours/scenes/slow-store.ts'
import { madeUpHosts, strangersAtTheDoor, strangersNextDoor } from './neighbours/scenes/strangers.ts'
import { treeBombs } from './neighbours/scenes/tree-bombs.ts'
import { openStage, type Stage } from './neighbours/stage.ts'
import { isHeld, isWellBehaved, type Verdict } from './neighbours/verdict.ts'
import { checkWalls, type Wall, wallChanges } from './neighbours/walls.ts'

const shortScenes: Scene[] = [slowStore, newGroups, treeBombs, strangersAtTheDoor, largeDiffs, heldCatalog, manyFrames]
const scenes: Scene[] = [strangersNextDoor, madeUpHosts, heldRows, ...shortScenes]

const whole: Form = { pace: { seconds: 4, patienceMs: 15_000 }, rounds: 3, isShort: false, bounds: { maxRatio: 2, minRate: 0.8 } }
const short: Form = { pace: { seconds: 1, patienceMs: 6000 }, rounds: 1, isShort: true, bounds: { maxRatio: 5, minRate: 0.6 } }

type Played = { scene: Scene; sides: Sides; compared: Compared }
type Without = { walls: Wall[]; isBroken: boolean } & Pick<Verdict, 'ratios' | 'attackMs' | 'refused' | 'attacker' | 'rate'>

/** What a node does for the first time takes longer: it is asked for all of it before anything counts. */
const warmUp = async (measure: Measure, { twin, also }: Sides): Promise<void> => void (await measure(short.pace, twin, also))

/** A scene as the product is. */
const play = async (stage: Stage, measure: Measure, scene: Scene, form: Form): Promise<Played> => {
  const isStarted = await stage.serve(scene.settings)
  const sides = await scene.prepare(stage)
  if (isStarted || !form.isShort) await warmUp(measure, sides)
  return { scene, sides, compared: await compare(measure, scene, sides, form) }
}

/** Which walls are away while a scene is played again: its own; in the short form, which starts fewer nodes, those of the others too. */
const wallsAround = ({ walls, settings }: Scene, { isShort }: Form): Wall[] =>
  isShort ? [...new Set(shortScenes.filter((other) => other.settings === settings).flatMap((other) => other.walls))] : walls

const playWithout = async (stage: Stage, measure: Measure, { scene, sides, compared }: Played, form: Form): Promise<Without> => {
  const walls = wallsAround(scene, form)
  if (await stage.serve(scene.settings, walls)) await warmUp(measure, sides)
  const verdict = await attackOnly(measure, scene, sides, compared.twins, form)
  const { isBroken, ratios, attackMs, refused, attacker, rate } = verdict
  return { walls, isBroken, ratios, attackMs, refused, attacker, ...(rate === undefined ? {} : { rate }) }
}

const isPassed = ({ scene, compared: { verdict } }: Played, { bounds }: Form): boolean => {
  const isLimited = scene.limitedBy === undefined || (verdict.attacker[scene.limitedBy] ?? 0) > 0
  return isHeld(verdict, bounds) && isWellBehaved(verdict) && isLimited
}

export const trial: Trial = {
  family: 'faults',
  name: 'neighbours',
  runsOn: 'nightly',
  summary: 'one tenant at full load beside a quiet tenant',
  claim: 'A busy or hostile tenant does not slow down another tenant.',
  gate: '0 refusals of the quiet tenant. p99 at most twice that beside a well-behaved tenant.',
  onFailure: '`ratios` and `refused` name what suffered: a resource is not divided by tenant (ADR 19), or work blocks the event loop.',
  plants: wallChanges,
  needs: ['postgres', 's3'],
  short: { seconds: 100, pace: 'alone' },
  run: async ({ quick, plants, say }) => {
    checkWalls()
    const form = quick ? short : whole
    const stage = await openStage()
    const generators = { quiet: startGenerator(), neighbour: startGenerator() }
    try {
      const measure = createWindows(stage, generators)
      const played: Played[] = []
      for (const scene of quick ? shortScenes : scenes) {
        played.push(await play(stage, measure, scene, form))
        say(JSON.stringify({ name: scene.name, ...played.at(-1)?.compared, twins: undefined }))
      }
      const found = []
      for (const each of played) {
        const without = plants ? await playWithout(stage, measure, each, form) : undefined
        const { verdict, rounds, repeated } = each.compared
        found.push({ name: each.scene.name, isHeld: isPassed(each, form), ...verdict, rounds, repeated, without })
        if (without) say(JSON.stringify({ name: each.scene.name, without }))
      }
      return { isPassed: found.every(({ isHeld: held, without }) => held && without?.isBroken !== false), figures: { scenes: found } }
    } finally {
      await Promise.all([generators.quiet.close(), generators.neighbour.close()])
      await stage.close()
    }
  },
}
