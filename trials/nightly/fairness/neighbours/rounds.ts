import { isDisturbed, isHeldUp, underConditions } from '../../../harness/machine.ts'
import type { Pace } from './loads.ts'
import type { Measure, Window } from './measure.ts'
import type { Busy, ExtraLoad, Scene } from './scene.ts'
import { type Bounds, isHeld, type Verdict, verdictOf } from './verdict.ts'

export type Form = { pace: Pace; rounds: number; bounds: Bounds }

export type Sides = { twin: Busy; attack: Busy; also?: ExtraLoad[] }

export type Compared = { verdict: Verdict; rounds: number; repeated: number }

const maxTimes = 3
// On a machine that also held up this program.
const maxTimesHeldUp = 6

const measurePair = async (measure: Measure, pace: Pace, { twin, attack, also }: Sides, isAttackFirst: boolean) => {
  const early = isAttackFirst ? await measure(pace, attack, also) : undefined
  const measured = await measure(pace, twin, also)
  return { twin: measured, attack: early ?? (await measure(pace, attack, also)) }
}

/**
 * Measures twin and attack alternately, and judges the medians of all rounds. Repeats a round that the machine disturbed. While the
 * verdict fails, measures up to three times as many rounds.
 */
export const compare = async (measure: Measure, scene: Scene, sides: Sides, { pace, rounds, bounds }: Form): Promise<Compared> => {
  const twins: Window[] = []
  const attacks: Window[] = []
  let repeated = 0
  for (;;) {
    const { value, conditions } = await underConditions(() => measurePair(measure, pace, sides, twins.length % 2 === 1))
    if (isDisturbed(conditions) && repeated < rounds) {
      repeated++
      continue
    }
    twins.push(value.twin)
    attacks.push(value.attack)
    if (twins.length < rounds) continue
    const verdict = verdictOf(twins, attacks, scene)
    const max = isHeldUp(conditions) ? maxTimesHeldUp : maxTimes
    if (isHeld(verdict, bounds) || twins.length >= max * rounds) return { verdict, rounds: twins.length, repeated }
  }
}
