import { isDisturbed, underConditions } from '../../harness/machine.ts'
import type { Pace } from './loads.ts'
import type { Measure, Window } from './measure.ts'
import type { Also, Busy, Scene } from './scene.ts'
import { type Bounds, isHeld, type Verdict, verdictOf } from './verdict.ts'

/**
 * The whole form judges the medians of all its rounds. The short one has one round, which it repeats while it does not hold: with
 * so little of everything, chance decides single rounds, and it must not decide all.
 */
export type Form = { pace: Pace; rounds: number; isShort: boolean; bounds: Bounds }

export type Sides = { twin: Busy; attack: Busy; also?: Also[] }

type Pair = { twin: Window; attack: Window }

export type Compared = { verdict: Verdict; twins: Window[]; rounds: number; repeated: number }

const maxTimes = 3

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
    if (isHeld(verdict, bounds) || pairs.length >= maxTimes * rounds) return { verdict, twins, rounds: pairs.length, repeated }
  }
}

/** The attack alone, against the twins that were measured with all walls: until it hurts, or a few times. */
export const attackOnly = async (measure: Measure, scene: Scene, sides: Sides, twins: Window[], form: Form): Promise<Verdict> => {
  for (let times = 1; ; times++) {
    const verdict = verdictOf(twins, [await measure(form.pace, sides.attack, sides.also)], scene)
    if (!isHeld(verdict, form.bounds) || times >= maxTimes) return verdict
  }
}
