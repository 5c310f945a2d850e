import { documented, type UniqueSet } from './evidence.ts'
import { byText } from './fields.ts'
import type { DbtModel } from './manifest.ts'
import { subjectsOf } from './names.ts'
import type { ConvertOptions } from './options.ts'
import type { Relation } from './relations.ts'
import type { JoinDecision, JoinReason, KeyDecision } from './report.ts'

/** A model on its way to a cube. Keys may still change: what is joined to becomes one where there was none. */
export type Draft = { model: DbtModel; cube: string; key: KeyDecision; relations: Relation[]; unique: UniqueSet[]; joins: JoinDecision[] }

type Judged = { relation: Relation; target: Draft | undefined; reason: JoinReason; message: string; proof: string | null }

/** What says that a row there is met at most once. */
const proofOf = (target: Draft, columns: string[]): string | null =>
  target.unique.find((set) => set.columns.every((column) => columns.includes(column)))?.why ?? null

const isSwitchedOff = ({ model }: Draft, columns: string[]): boolean =>
  model.columns.some(({ name, meta }) => columns.includes(name) && meta.isJoin === false)
const isChosen = ({ model }: Draft, columns: string[]): boolean =>
  model.columns.some(({ name, meta }) => columns.includes(name) && meta.isJoin === true)

const judge = (owner: Draft, relation: Relation, drafts: Map<string, Draft>, { hasUnprovenJoins }: ConvertOptions): Judged => {
  const target = drafts.get(relation.targetId ?? '')
  const proof = target ? proofOf(target, relation.toColumns) : null
  const answer = (reason: JoinReason, message: string): Judged => ({ relation, target, reason, message, proof })

  if (isSwitchedOff(owner, relation.columns)) return answer('switched_off', 'meta facet.join is false.')
  if (relation.targetId === null) return answer('target_unknown', `${relation.written} is no model of the manifest.`)
  if (relation.targetId === owner.model.id)
    return answer('self', 'A cube cannot be joined to itself: extend it under another name and join that.')
  if (!target) return answer('not_a_cube', `${relation.targetId} is not among the cubes of this sync.`)
  const there = relation.toColumns
  if (there.length === 0 || there.length !== relation.columns.length || there.some((column) => documented(target.model, column) === null))
    return answer('column_undocumented', `${target.cube} has no documented column ${there.join(', ') || 'for it'}.`)
  if (hasUnprovenJoins) return answer('emitted', proof ?? 'Nothing proves the key; joins without proof are switched on.')
  if (relation.isConditional)
    return answer('conditional', 'The test holds for some rows only (where): for the others the join would find the wrong row.')
  if (proof === null)
    return answer(
      'unproven_key',
      `Nothing proves that ${there.join(', ')} is unique in ${target.cube}, and totals would be counted several times: add the tests unique and not_null, or a primary_key constraint.`,
    )
  return answer('emitted', `${there.join(', ')} is unique in ${target.cube}: ${proof}.`)
}

/** The engine has one join between two cubes. Of several the one that is named after the other cube, or that `meta` chooses. */
const settleSeveral = (owner: Draft, judged: Judged[], { hasUnprovenJoins }: ConvertOptions): Judged[] => {
  const named = (target: Draft): Set<string> =>
    new Set(subjectsOf(target.model.name).flatMap((subject) => [`${subject}_id`, `${subject}_key`, subject]))
  return judged.map((one) => {
    const rivals = judged.filter(({ target, reason }) => reason === 'emitted' && target === one.target)
    if (one.reason !== 'emitted' || !one.target || rivals.length < 2) return one
    const { target } = one
    const chosen = rivals.filter(({ relation }) => isChosen(owner, relation.columns))
    const clear = rivals.filter(
      ({ relation }) => relation.columns.length === 1 && named(target).has((relation.columns[0] ?? '').toLowerCase()),
    )
    const winner = [chosen, clear].find((some) => some.length === 1)?.[0] ?? (hasUnprovenJoins ? rivals[0] : undefined)
    if (one === winner) return one
    return {
      ...one,
      reason: 'several_to_one_cube',
      message: `Several columns refer to ${target.cube} (${rivals.map(({ relation }) => relation.columns.join('+')).join(', ')}): choose one with meta facet.join, and join the others by cubes that extend it.`,
    }
  })
}

const decisionOf = ({ relation, target, reason, message }: Judged): JoinDecision => ({
  columns: relation.columns,
  to: target?.cube ?? relation.targetId ?? relation.written,
  toColumns: relation.toColumns,
  relationship: 'many_to_one',
  isEmitted: reason === 'emitted',
  reason,
  message,
  evidence: relation.evidence,
})

/** What is joined to and has no proven key gets one: the engine needs it to count rows once. */
const markKey = ({ relation, target, proof }: Judged, { hasUnprovenJoins }: ConvertOptions): void => {
  if (!target) return
  const { key } = target
  const isKnown = relation.toColumns.every((column) => key.columns.includes(column))
  if (isKnown || (key.isProven && !hasUnprovenJoins)) return
  const columns =
    key.isProven || hasUnprovenJoins ? [...new Set([...key.columns, ...relation.toColumns])].toSorted(byText) : relation.toColumns
  target.key = {
    columns,
    source: 'join',
    isProven: proof !== null,
    evidence: [...key.evidence, `joined to from elsewhere (${relation.evidence.join(', ')})`, ...(proof === null ? [] : [proof])],
  }
}

const reverseOf = (owner: Draft, { columns, toColumns, evidence }: JoinDecision, options: ConvertOptions): JoinDecision => {
  const isEmitted = owner.key.isProven || options.hasUnprovenJoins
  return {
    columns: toColumns,
    to: owner.cube,
    toColumns: columns,
    relationship: 'one_to_many',
    isEmitted,
    reason: isEmitted ? 'emitted' : 'unproven_key',
    message: isEmitted
      ? 'The other direction of a join.'
      : `Nothing proves the key of ${owner.cube}, which this direction needs to count its rows once.`,
    evidence,
  }
}

const withoutOwnerKey = (join: JoinDecision): JoinDecision => ({
  ...join,
  isEmitted: false,
  reason: 'owner_without_key',
  message:
    'This cube has no key, and the engine refuses joins of a cube that counts rows without one: add one by tests, a constraint or meta facet.primary_key.',
})

/** Decides every join, and fills in `joins` and keys of the drafts. */
export const decideJoins = (drafts: Map<string, Draft>, options: ConvertOptions): void => {
  for (const draft of drafts.values()) {
    const judged = settleSeveral(
      draft,
      draft.relations.map((relation) => judge(draft, relation, drafts, options)),
      options,
    )
    draft.joins = judged.map(decisionOf)
    for (const one of judged) if (one.reason === 'emitted') markKey(one, options)
  }
  const hasKey = ({ key }: Draft): boolean => key.columns.length > 0 || options.hasUnprovenJoins
  for (const draft of drafts.values())
    if (!hasKey(draft)) draft.joins = draft.joins.map((join) => (join.isEmitted ? withoutOwnerKey(join) : join))
  if (!options.hasReverseJoins) return
  const byCube = new Map([...drafts.values()].map((draft) => [draft.cube, draft]))
  const forward = [...drafts.values()].flatMap((owner) => owner.joins.filter(({ isEmitted }) => isEmitted).map((join) => ({ owner, join })))
  for (const { owner, join } of forward) {
    const target = byCube.get(join.to)
    const isTaken = target?.joins.some(({ to, isEmitted }) => isEmitted && to === owner.cube)
    if (target && !isTaken) target.joins.push(reverseOf(owner, join, options))
  }
}
