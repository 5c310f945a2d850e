import { isDisturbed, isHeldUp, underConditions } from '../../../harness/machine.ts'
import type { Pace } from './loads.ts'
import type { Measure, Window } from './measure.ts'
import type { ExtraLoad, Busy, Scene } from './scene.ts'
import { type Bounds, isHeld, type Verdict, verdictOf } from './verdict.ts'

/**
 * The whole form judges the medians of all its rounds. The short one has one round, which it repeats while it does not hold: with
 * so little of everything, chance decides single rounds, and it must not decide all.
 */
export type Form = { pace: Pace; rounds: number; isShort: boolean; bounds: Bounds }

export type Sides = { twin: Busy; attack: Busy; also?: ExtraLoad[] }

type Pair = { twin: Window; attack: Window }

export type Compared = { verdict: Verdict; twins: Window[]; rounds: number; repeated: number }

const maxTimes = 3
// On a machine that does not let the trial run either.
const maxTimesHeldUp = 6

const measurePair = async (measure: Measure, pace: Pace, { twin, attack, also }: Sides, isAttackFirst: boolean): Promise<Pair> => {
  const early = isAttackFirst ? await measure(pace, attack, also) : undefined
  const measured = await measure(pace, twin, also)
  return { twin: measured, attack: early ?? (await measure(pace, attack, also)) }
}

/**
 * Twin and attack in turns; which comes first changes. A round the machine disturbed is done again, and while the verdict is against
 * it more are done, up to three times as many.
 */
export const compare = async (measure: Measure, scene: Scene, sides: Sides, form: Form): Promise<Compared> => {
  const { pace, rounds, isShort, bounds } = form
  const pairs: Pair[] = []
  let repeated = 0
  for (;;) {
    const { value, conditions } = await underConditions(() => measurePair(measure, pace, sides, pairs.length % 2 === 1))
    if (isDisturbed(conditions) && repeated < rounds) {
      repeated++
      continue
    }
    pairs.push(value)
    if (pairs.length < rounds) continue
    const judged = isShort ? pairs.slice(-1) : pairs
    const twins = judged.map(({ twin }) => twin)
    const attacks = judged.map(({ attack }) => attack)
    const verdict = verdictOf(twins, attacks, scene)
    const max = isShort && isHeldUp(conditions) ? maxTimesHeldUp : maxTimes
    if (isHeld(verdict, bounds) || pairs.length >= max * rounds) return { verdict, twins, rounds: pairs.length, repeated }
  }
}

/** In a window of a second chance can hide what a wall was good for; that the attacker is no longer told its limit is left to nobody. */
const isUnlimited = ({ limitedBy }: Scene, { attacker }: Verdict, { isShort }: Form): boolean =>
  isShort && limitedBy !== undefined && (attacker[limitedBy] ?? 0) === 0

/**
 * The attack alone, against the twins that were measured with all walls: until it hurts, or a few times. The short form measures a
 * new twin for each further time, since its only one may have met a bad moment.
 */
export const attackOnly = async (measure: Measure, scene: Scene, { twin, attack, also }: Sides, twins: Window[], form: Form) => {
  let beside = twins
  for (let times = 1; ; times++) {
    const verdict = verdictOf(beside, [await measure(form.pace, attack, also)], scene)
    const isBroken = !isHeld(verdict, form.bounds) || isUnlimited(scene, verdict, form)
    if (isBroken || times >= (form.isShort ? maxTimesHeldUp : maxTimes)) return { ...verdict, isBroken }
    if (form.isShort) beside = [await measure(form.pace, twin, also)]
  }
}
