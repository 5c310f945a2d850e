import { type Conditions, isDisturbed, isHeldUp, underConditions } from './machine.ts'
import { median, rounded, spreadOf } from './numbers.ts'

export type Pair = Conditions & { baseline: number; subject: number }

export type Sides = { baseline: () => Promise<number>; subject: () => Promise<number> }

export type Comparison = {
  /** The median of the ratios of the pairs: a slow machine slows both sides of a pair. */
  ratio: number
  pairs: number[]
  spread: [number, number]
  /** The median of subject minus baseline. */
  difference: number
  baseline: number
  subject: number
  stealPercent: number
  load: number
  repeated: number
}

/** Alternates which side goes first, because the first side affects the second. */
const measurePair = async ({ baseline, subject }: Sides, isSubjectFirst: boolean): Promise<Pick<Pair, 'baseline' | 'subject'>> => {
  const early = isSubjectFirst ? await subject() : undefined
  const measured = await baseline()
  return { baseline: measured, subject: early ?? (await subject()) }
}

type Tried<T> = { done: T } | { broken: unknown }

/** Catches an error, which the machine may have caused. */
const tryRound = <T>(measure: () => Promise<T>): Promise<Tried<T>> =>
  measure().then(
    (done) => ({ done }),
    (broken: unknown) => ({ broken }),
  )

export type Rounds<T> = { rounds: (T & Conditions)[]; repeated: number }

/** Measures in rounds. Repeats disturbed rounds, and rounds that failed while the machine was held up, at most `count` in total. */
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
      say(`  ${String(value.broken)} (steal ${conditions.stealPercent} %, paused for ${conditions.pausedMs} ms): again`)
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

const comparisonOf = (pairs: readonly Pair[], repeated: number): Comparison => {
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

/** Measures both sides alternately. */
export const comparePairs = async (count: number, sides: Sides, say: (line: string) => void): Promise<Comparison> => {
  const { rounds, repeated } = await inRounds(count, (isSubjectFirst) => measurePair(sides, isSubjectFirst), { say, describe })
  return comparisonOf(rounds, repeated)
}
