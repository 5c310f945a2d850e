import { type Conditions, isDisturbed, isHeldUp, underConditions } from './machine.ts'
import { median, rounded, spreadOf } from './numbers.ts'

export type Pair = Conditions & { baseline: number; subject: number }

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

type Tried<T> = { done: T } | { broken: unknown }

/** What is broken says so by throwing; whether the machine broke it is judged by the conditions. */
const tryRound = <T>(measure: () => Promise<T>): Promise<Tried<T>> =>
  measure().then(
    (done) => ({ done }),
    (broken: unknown) => ({ broken }),
  )

export type Rounds<T> = { rounds: (T & Conditions)[]; repeated: number }

/**
 * Measures in rounds, each told which side is to go first. A disturbed one is measured again, and so is one that broke while the machine
 * stood still; at most as many are as there are rounds, so that it ends everywhere.
 */
export const inRounds = async <T extends object>(
  count: number,
  measure: (isSubjectFirst: boolean) => Promise<T>,
  { say, describe }: { say: (line: string) => void; describe: (round: T & Conditions) => string },
): Promise<Rounds<T>> => {
  const rounds: (T & Conditions)[] = []
  let repeated = 0
  while (rounds.length < count) {
    const { value, conditions } = await underConditions(() => tryRound(() => measure(rounds.length % 2 === 1)))
    if ('broken' in value) {
      if (!isHeldUp(conditions) || repeated === count) throw value.broken
      repeated++
      say(`  ${String(value.broken)} (steal ${conditions.stealPercent} %, not let run for ${conditions.pausedMs} ms): again`)
      continue
    }
    const round = { ...value.done, ...conditions }
    const isAgain = isDisturbed(conditions) && repeated < count
    say(`  ${describe(round)} (steal ${round.stealPercent} %, load ${round.load})${isAgain ? ': disturbed, again' : ''}`)
    if (isAgain) repeated++
    else rounds.push(round)
  }
  return { rounds, repeated }
}

export const comparisonOf = (pairs: readonly Pair[], repeated: number): Comparison => {
  const ratios = pairs.map(({ baseline, subject }) => subject / baseline)
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

const describe = ({ baseline, subject }: Pair): string => `${rounded(baseline)} → ${rounded(subject)}, ratio ${rounded(subject / baseline)}`

/** Measures the sides in turns. */
export const comparePairs = async (count: number, sides: Sides, say: (line: string) => void): Promise<Comparison> => {
  const { rounds, repeated } = await inRounds(count, (isSubjectFirst) => measurePair(sides, isSubjectFirst), { say, describe })
  return comparisonOf(rounds, repeated)
}
