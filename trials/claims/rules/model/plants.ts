import { isDeepStrictEqual } from 'node:util'
import { createModel } from './expected.ts'
import { planted, type Rules, rules } from './rules.ts'
import type { Recorded } from './sequences.ts'

/** The number of sequences it takes until these rules are seen to differ from what the service answered, or null. */
const seenAfter = (of: Rules, sequences: Recorded[]): number | null => {
  const index = sequences.findIndex((sequence) => {
    const model = createModel(of)
    return sequence.some(({ step, seen }) => !isDeepStrictEqual(model.expect(step), seen))
  })
  return index === -1 ? null : index + 1
}

export type Plants = { planted: number; found: number; unseen: string[]; latestAfterSequences: number; falseAlarms: number }

/** Models that are wrong in one way each, held against what the service answered: a comparison that could not fail would pass them. */
export const judgePlants = (sequences: Recorded[]): Plants => {
  const judged = planted.map(({ name, rules: wrong }) => ({ name, after: seenAfter(wrong, sequences) }))
  return {
    planted: judged.length,
    found: judged.filter(({ after }) => after !== null).length,
    unseen: judged.filter(({ after }) => after === null).map(({ name }) => name),
    latestAfterSequences: Math.max(...judged.map(({ after }) => after ?? 0)),
    falseAlarms: seenAfter(rules, sequences) === null ? 0 : 1,
  }
}
