import type { ModelChange, ModelEffect } from '@facet/contract'
import { change, people, shown } from './change.ts'
import { changedProps, diffParts, isDescriptive } from './diff-parts.ts'
import { diffPublic } from './diff-public.ts'
import { compareForEmbedding } from './embed-viewers.ts'
import type { Entity } from './model.ts'
import { comparePolicies, gainsOf, listViewers, lossesOf, type MemberPair, type VisibilityChange, visibilityOf } from './visibility.ts'

const nounOf = (entity: Entity): string => (entity.kind === 'cube' ? 'Cube' : 'View')

export const addedEntity = (entity: Entity): ModelChange => {
  const viewers = listViewers(entity, [...entity.parts.values()])
  const guard = entity.policies.length === 0 ? ' It has no access policy.' : ''
  const seen = viewers.size === 0 ? 'Nobody can query it directly.' : `${people([...viewers.keys()])} can query it.${guard}`
  return change({
    id: `${entity.kind}-added`,
    kind: 'added',
    subject: { cube: entity.name },
    effects: viewers.size > 0 ? ['widening'] : [],
    at: entity,
    message: `${nounOf(entity)} ${entity.name} was added. ${seen}`,
    visibility: gainsOf(viewers),
  })
}

export const removedEntity = (entity: Entity): ModelChange => {
  const viewers = listViewers(entity, [...entity.parts.values()])
  return change({
    id: `${entity.kind}-removed`,
    kind: 'removed',
    subject: { cube: entity.name },
    effects: viewers.size > 0 ? ['breaking', 'narrowing'] : [],
    at: entity,
    message: `${nounOf(entity)} ${entity.name} was removed${viewers.size > 0 ? '; queries that use it will fail.' : '.'}`,
    visibility: lossesOf(viewers),
  })
}

export const renamedEntity = (before: Entity, after: Entity): ModelChange =>
  change({
    id: `${after.kind}-renamed`,
    kind: 'renamed',
    subject: { cube: after.name },
    effects: ['breaking'],
    before: before.name,
    after: after.name,
    at: after,
    message: `${nounOf(after)} ${before.name} is called ${after.name} now; queries that use the old name will fail.`,
  })

const changedProp = (entity: Entity, prop: string, before: string | undefined, after: string | undefined): ModelChange => {
  const isQuiet = isDescriptive(prop)
  const sql = prop === 'sql' || prop === 'sql_table' ? 'sql-changed' : 'changed'
  return change({
    id: `${entity.kind}-${isQuiet ? 'description-changed' : sql}`,
    kind: 'changed',
    subject: { cube: entity.name, part: prop },
    effects: isQuiet ? [] : ['widening'],
    isAssumed: !isQuiet,
    before: shown(before),
    after: shown(after),
    at: entity,
    message: `${nounOf(entity)} ${entity.name} has another ${prop.replaceAll('_', ' ')} now. ${isQuiet ? 'What it shows is not affected.' : 'It may show other rows; that it shows no more cannot be shown.'}`,
  })
}

const policyText = (entity: Entity): string => entity.policies.map(({ text }) => text).join('\n')

const unlessAllowed = 'unless `embedWithoutPolicy` of the deployment lets them'

const embedMessage = ({ gains, losses }: ReturnType<typeof compareForEmbedding>): string => {
  if (gains.length > 0) return ` ${people(gains.map(({ who }) => who))} can query it now; before, they were refused ${unlessAllowed}.`
  return losses.length > 0 ? ` ${people(losses.map(({ who }) => who))} are refused now ${unlessAllowed}.` : ''
}

const policyMessage = (before: Entity, after: Entity, sights: VisibilityChange): string => {
  const seen = visibilityOf(sights)
  const more = people(seen.filter(({ gains }) => gains.length > 0).map(({ who }) => who))
  const less = people(seen.filter(({ loses }) => loses.length > 0).map(({ who }) => who))
  const what = `${nounOf(after).toLowerCase()} ${after.name}`
  const heads = [
    before.policies.length === 0 ? `The ${what} is guarded by an access policy now.` : undefined,
    after.policies.length === 0 ? `The ${what} has no access policy any more: everyone but embed sessions sees all of it.` : undefined,
  ]
  const head = heads.find((each) => each !== undefined) ?? `Access policies of ${what} were changed.`
  const wider = sights.isAssumed ? ` That ${more} see no more than before cannot be shown.` : ` ${more} see more.`
  return `${head}${sights.isWider ? wider : ''}${sights.isNarrower ? ` ${less} see less.` : ''}${seen.length === 0 ? ' Nobody sees more or less.' : ''}`
}

const policyIds = (before: Entity, after: Entity): Pick<ModelChange, 'id' | 'kind'> => {
  if (before.policies.length === 0 && after.policies.length > 0) return { id: 'policy-added', kind: 'added' }
  if (after.policies.length === 0 && before.policies.length > 0) return { id: 'policy-removed', kind: 'removed' }
  return { id: 'policy-changed', kind: 'changed' }
}

const diffPolicies = (before: Entity, after: Entity, pairs: MemberPair[]): ModelChange[] => {
  const [was, is] = [policyText(before), policyText(after)]
  // The same policies show the same of a member, unless it goes by another name.
  const moved = was === is ? pairs.filter((pair) => pair.before.name !== pair.after.name) : pairs
  if (was === is && moved.length === 0) return []
  const sights = comparePolicies(before, after, moved)
  if (was === is && sights.byWho.size === 0) return []
  const embedding = compareForEmbedding(before, after, pairs)
  const effects: ModelEffect[] = [
    ...(sights.isWider || embedding.gains.length > 0 ? (['widening'] as const) : []),
    ...(sights.isNarrower || embedding.losses.length > 0 ? (['narrowing'] as const) : []),
  ]
  return [
    change({
      ...policyIds(before, after),
      subject: { cube: after.name, part: 'access_policy' },
      effects,
      isAssumed: sights.isWider ? sights.isAssumed : embedding.gains.length > 0,
      before: shown(was),
      after: shown(is),
      at: { file: after.file, line: after.policyLine },
      message: `${policyMessage(before, after, sights)}${embedMessage(embedding)}`,
      visibility: [...embedding.gains, ...embedding.losses, ...visibilityOf(sights)],
    }),
  ]
}

const uncertain = (after: Entity): ModelChange =>
  change({
    id: 'definition-opaque',
    kind: 'changed',
    subject: { cube: after.name },
    effects: ['opaque'],
    at: after,
    message: `${nounOf(after)} ${after.name} changed, and a part of it or of what it stands on could not be read: who sees more or less cannot be told.`,
  })

/** Everything that differs between two versions of one cube or view. */
export const diffEntity = (before: Entity, after: Entity, names: Map<string, string>): ModelChange[] => {
  const parts = diffParts(before, after, names)
  const changes = [
    ...changedProps(before.props, after.props).map(([prop, was, is]) => changedProp(after, prop, was, is)),
    ...diffPublic({ entity: before }, { entity: after }, nounOf(after)),
    ...parts.changes,
    ...diffPolicies(before, after, parts.pairs),
  ]
  const isTelling = changes.some(({ effects, subject }) => effects[0] !== 'compatible' || subject.part === 'access_policy')
  return isTelling && (before.isUncertain || after.isUncertain) ? [...changes, uncertain(after)] : changes
}
