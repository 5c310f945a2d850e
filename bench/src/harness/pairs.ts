import { type Conditions, isDisturbed, isHeldUp, underConditions } from './machine.ts'
import { median, rounded, spreadOf } from './numbers.ts'

export type Pair = Conditions & { baseline: number; subject: number; ratio: number }

export type Sides = { baseline: () => Promise<number>; subject: () => Promise<number> }

export type Comparison = {
  /** The median of the pairs' ratios: what slows the machine for a while slows both sides of a pair. */
  ratio: number
  pairs: number[]
  spread: [number, number]
  /** The median of subject less baseline, pair by pair. */
  difference: number
  baseline: number
  subject: number
  stealPercent: number
  load: number
  repeated: number
}

/** Which side goes first changes from pair to pair: what the first leaves behind would otherwise always meet the second. */
const measurePair = async ({ baseline, subject }: Sides, isSubjectFirst: boolean): Promise<Pick<Pair, 'baseline' | 'subject'>> => {
  const early = isSubjectFirst ? await subject() : undefined
  const measured = await baseline()
  return { baseline: measured, subject: early ?? (await subject()) }
}

type Measured = Pick<Pair, 'baseline' | 'subject'> | { broken: unknown }

/** A side that is broken says so by throwing; whether the machine broke it is judged by the conditions. */
const tryPair = (sides: Sides, isSubjectFirst: boolean): Promise<Measured> =>
  measurePair(sides, isSubjectFirst).catch((broken: unknown) => ({ broken }))

/**
 * Measures the sides in turns. A disturbed pair is measured again, and so is one that broke while the machine stood still; at most
 * as many are as there are pairs, so that it ends everywhere.
 */
export const comparePairs = async (count: number, sides: Sides, say: (line: string) => void): Promise<Comparison> => {
  const pairs: Pair[] = []
  let repeated = 0
  while (pairs.length < count) {
    const { value, conditions } = await underConditions(() => tryPair(sides, pairs.length % 2 === 1))
    if ('broken' in value) {
      if (!isHeldUp(conditions) || repeated === count) throw value.broken
      repeated++
      say(`  ${String(value.broken)} (steal ${conditions.stealPercent} %, not let run for ${conditions.pausedMs} ms): again`)
      continue
    }
    const pair: Pair = { ...value, ...conditions, ratio: value.subject / value.baseline }
    const isAgain = isDisturbed(conditions) && repeated < count
    say(describe(pair, isAgain))
    if (isAgain) repeated++
    else pairs.push(pair)
  }
  const ratios = pairs.map(({ ratio }) => ratio)
  return {
    ratio: rounded(median(ratios)),
    pairs: ratios.map((ratio) => rounded(ratio)),
    spread: spreadOf(ratios),
    difference: rounded(median(pairs.map(({ baseline, subject }) => subject - baseline))),
    baseline: rounded(median(pairs.map(({ baseline }) => baseline))),
    subject: rounded(median(pairs.map(({ subject }) => subject))),
    stealPercent: Math.max(...pairs.map(({ stealPercent }) => stealPercent)),
    load: Math.max(...pairs.map(({ load }) => load)),
    repeated,
  }
}

const describe = (pair: Pair, isAgain: boolean): string => {
  const figures = `${rounded(pair.baseline)} → ${rounded(pair.subject)}, ratio ${rounded(pair.ratio)}`
  return `  ${figures} (steal ${pair.stealPercent} %, load ${pair.load})${isAgain ? ': disturbed, again' : ''}`
}
