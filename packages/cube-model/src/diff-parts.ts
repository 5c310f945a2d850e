import type { ModelChange, ModelEffect } from '@facet/contract'
import { change, people, shown } from './change.ts'
import { diffPublic } from './diff-public.ts'
import { type Entity, isMember, type Part, type PartKind } from './model.ts'
import { movedSource, pairRenamedParts } from './renames.ts'
import { gainsOf, listViewers, lossesOf, type MemberPair } from './visibility.ts'

/** What is said about a thing, or how fast it answers, but not what it shows. Any other property counts as deciding what is shown. */
const descriptive = new Set(
  'title short_title description meta format currency drill_members drill_members_grouped folders refresh_key sql_alias ai_context aliases'.split(
    ' ',
  ),
)
export const isDescriptive = (prop: string): boolean => descriptive.has(prop)

const nouns: Record<PartKind, string> = {
  dimension: 'Dimension',
  measure: 'Measure',
  segment: 'Segment',
  hierarchy: 'Hierarchy',
  pre_aggregation: 'Pre-aggregation',
  join: 'Join',
}
const familyOf = (part: Part): string => (isMember(part) ? 'member' : part.kind.replace('_', '-'))
const nameOf = (entity: Entity, part: Part): string =>
  `${nouns[part.kind]} ${entity.name}${part.kind === 'join' ? ' to ' : '.'}${part.name}`

const addedPart = (entity: Entity, part: Part): ModelChange => {
  const viewers = listViewers(entity, [part])
  const isJoin = part.kind === 'join'
  const seen = viewers.size > 0 ? `${people([...viewers.keys()])} can query it.` : 'Nobody can query it directly.'
  const tail = isMember(part) ? seen : 'Existing queries are not affected.'
  return change({
    id: `${familyOf(part)}-added`,
    kind: 'added',
    subject: { cube: entity.name, member: part.name },
    effects: viewers.size > 0 || isJoin ? ['widening'] : [],
    isAssumed: isJoin,
    at: part,
    message: `${nameOf(entity, part)} was added. ${isJoin ? 'Rows of the two can be read together now.' : tail}`,
    visibility: gainsOf(viewers),
  })
}

const removedPart = (entity: Entity, part: Part): ModelChange => {
  const viewers = listViewers(entity, [part])
  const isBreaking = viewers.size > 0 || part.kind === 'join'
  return change({
    id: `${familyOf(part)}-removed`,
    kind: 'removed',
    subject: { cube: entity.name, member: part.name },
    effects: [
      ...(isBreaking ? (['breaking'] as const) : []),
      ...(viewers.size > 0 || part.kind === 'join' ? (['narrowing'] as const) : []),
    ],
    at: part,
    message: `${nameOf(entity, part)} was removed${isBreaking ? '; queries that use it will fail.' : '.'}`,
    visibility: lossesOf(viewers),
  })
}

const renamedPart = (before: Entity, after: Entity, was: Part, is: Part): ModelChange =>
  change({
    id: 'member-renamed',
    kind: 'renamed',
    subject: { cube: after.name, member: is.name },
    effects: listViewers(before, [was]).size > 0 ? ['breaking'] : [],
    before: was.name,
    after: is.name,
    at: is,
    message: `${nameOf(after, was)} is called ${is.name} now; queries that use the old name will fail.`,
  })

const effectsOfProp = (part: Part, prop: string): ModelEffect[] => {
  if (part.kind === 'pre_aggregation' || part.kind === 'hierarchy' || isDescriptive(prop)) return []
  if (prop === 'relationship' || prop === 'granularities') return ['breaking']
  if (prop === 'type') return part.kind === 'measure' ? ['breaking', 'widening'] : ['breaking']
  return ['widening']
}

const consequence = (effects: ModelEffect[]): string => {
  if (effects.length === 0) return 'What it shows is not affected.'
  if (!effects.includes('widening')) return 'Queries that use it may fail or count differently.'
  return 'It may show other rows or values; that it shows no more cannot be shown.'
}

const propId = (part: Part, prop: string): string => {
  if (isDescriptive(prop)) return `${familyOf(part)}-description-changed`
  return prop === 'sql' || prop === 'type' ? `${familyOf(part)}-${prop}-changed` : `${familyOf(part)}-changed`
}

const changedProp = (entity: Entity, part: Part, prop: string, before: string | undefined, after: string | undefined): ModelChange => {
  const effects = effectsOfProp(part, prop)
  return change({
    id: propId(part, prop),
    kind: 'changed',
    subject: { cube: entity.name, member: part.name, part: prop },
    effects,
    isAssumed: effects.includes('widening'),
    before: shown(before),
    after: shown(after),
    at: part,
    message: `${nameOf(entity, part)} has another ${prop.replaceAll('_', ' ')} now. ${consequence(effects)}`,
  })
}

/** Pairs of properties that differ. */
export const changedProps = (before: Map<string, string>, after: Map<string, string>): [string, string | undefined, string | undefined][] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((prop) => before.get(prop) !== after.get(prop))
    .map((prop) => [prop, before.get(prop), after.get(prop)])

const primaryKeyChange = (entity: Entity, was: Part, is: Part): ModelChange =>
  change({
    id: 'primary-key-changed',
    kind: 'changed',
    subject: { cube: entity.name, member: is.name, part: 'primary_key' },
    effects: ['breaking'],
    before: String(was.isPrimaryKey),
    after: String(is.isPrimaryKey),
    at: is,
    message: `${nameOf(entity, is)} is ${is.isPrimaryKey ? 'now' : 'no longer'} part of the primary key; joins and counts over ${entity.name} depend on it.`,
  })

const changedPart = (before: Entity, after: Entity, { before: was, after: is }: MemberPair, names: Map<string, string>): ModelChange[] => {
  const changes = changedProps(was.props, is.props).map(([prop, old, now]) => changedProp(after, is, prop, old, now))
  if (was.kind !== is.kind) {
    const common = {
      kind: 'changed',
      effects: ['breaking', 'widening'],
      isAssumed: true,
      before: was.kind,
      after: is.kind,
      at: is,
    } as const
    const message = `${nameOf(before, was)} is a ${is.kind} now. Queries that use it may fail, and that it shows no more cannot be shown.`
    changes.push(
      change({
        ...common,
        effects: [...common.effects],
        id: 'member-kind-changed',
        subject: { cube: after.name, member: is.name },
        message,
      }),
    )
  }
  const source = was.source === undefined ? undefined : movedSource(was.source, names)
  if (source !== is.source) changes.push(changedProp(after, is, 'source', was.source, is.source))
  if (isMember(is)) changes.push(...diffPublic({ entity: before, part: was }, { entity: after, part: is }, nouns[is.kind]))
  if (was.isPrimaryKey !== is.isPrimaryKey) changes.push(primaryKeyChange(after, was, is))
  return changes
}

/** Parts of a cube or view that came, went, got another name or changed; `pairs` are the members that both versions have. */
export const diffParts = (before: Entity, after: Entity, names: Map<string, string>): { changes: ModelChange[]; pairs: MemberPair[] } => {
  const removed = [...before.parts].flatMap(([key, part]) => (after.parts.has(key) ? [] : [part]))
  const added = [...after.parts].flatMap(([key, part]) => (before.parts.has(key) ? [] : [part]))
  const renamed = pairRenamedParts(removed, added, names)
  const paired = new Set(renamed.flat())
  const kept = [...before.parts].flatMap(([key, was]): MemberPair[] => {
    const is = after.parts.get(key)
    return is ? [{ before: was, after: is }] : []
  })
  const changes = [
    ...added.filter((part) => !paired.has(part)).map((part) => addedPart(after, part)),
    ...removed.filter((part) => !paired.has(part)).map((part) => removedPart(before, part)),
    ...renamed.map(([was, is]) => renamedPart(before, after, was, is)),
    ...kept.flatMap((pair) => changedPart(before, after, pair, names)),
  ]
  const pairs = [...kept, ...renamed.map(([was, is]) => ({ before: was, after: is }))]
  return { changes, pairs: pairs.filter((pair) => isMember(pair.before) && isMember(pair.after)) }
}
