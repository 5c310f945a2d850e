import { type Entity, isMember, type Opaque, type Part, partKey, type Policy } from './model.ts'
import type { Inclusion, RawEntity } from './read-entity.ts'

/** A cube or view as its own file defines it. */
export type FoundEntity = RawEntity & { file: string; isUncertain: boolean }

// Longer chains of extends or of views over views are not resolved: what hangs on them counts as uncertain.
const maxChain = 200

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const withoutIncluded = (parts: Map<string, Part>): [string, Part][] => [...parts].filter(([, part]) => part.source === undefined)

/** A child has its parent's parts and policies, and adds to both; of everything else the child's own word counts. */
const inherit = (own: FoundEntity, parent: Entity | null): Entity => {
  const ownParts = [...own.parts].map(([key, part]): [string, Part] => [key, { ...part, file: own.file }])
  const ownPolicies = own.policies.map((policy) => ({ ...policy }))
  return {
    kind: own.kind,
    name: own.name,
    file: own.file,
    line: own.line,
    props: new Map([...(parent?.props ?? []), ...own.props].filter(([key]) => !isReplaced(key, own))),
    isPublic: own.publicFlag ?? parent?.isPublic ?? true,
    parts: new Map([...(parent ? withoutIncluded(parent.parts) : []), ...ownParts]),
    policies: [...(parent?.policies ?? []), ...ownPolicies],
    policyLine: own.policyLine,
    isUncertain: own.isUncertain || (own.parent !== null && (parent === null || parent.isUncertain)),
  }
}

/** sql and sql_table exclude each other: one that the child gives hides the other of its parent. */
const isReplaced = (key: string, own: FoundEntity): boolean =>
  !own.props.has(key) && ((key === 'sql' && own.props.has('sql_table')) || (key === 'sql_table' && own.props.has('sql')))

type Included = { name: string; part: Part; overrides: [string, string][] }

const prefixed = (inclusion: Inclusion, name: string): string => (inclusion.prefix === null ? name : `${inclusion.prefix}_${name}`)

/** Levels of hierarchies that the view includes come along, listed or not. */
const levelsOf = (hierarchy: Part, cube: string): string[] => {
  const levels: unknown = JSON.parse(hierarchy.props.get('levels') ?? '[]')
  return Array.isArray(levels) ? levels.map(String).map((level) => (level.includes('.') ? level : `${cube}.${level}`)) : []
}

const isIncludable = (part: Part): boolean => isMember(part) || part.kind === 'hierarchy'

const listed = (inclusion: Inclusion, cube: Entity, levels: Set<string>): Included[] => {
  const excluded = new Set(inclusion.excludes)
  const parts = [...cube.parts.values()].filter((part) => isIncludable(part) && !excluded.has(part.name))
  if (inclusion.includes === '*') return parts.map((part) => ({ name: prefixed(inclusion, part.name), part, overrides: [] }))
  const includes = inclusion.includes
  const byName = Map.groupBy(parts, (part) => part.name)
  const named = includes.flatMap((include) =>
    (byName.get(include.name) ?? []).map((part) => ({ name: prefixed(inclusion, include.alias), part, overrides: include.overrides })),
  )
  const namedParts = new Set(includes.map(({ name }) => name))
  const along = parts.filter((part) => part.kind === 'dimension' && levels.has(`${cube.name}.${part.name}`) && !namedParts.has(part.name))
  return [...named, ...along.map((part) => ({ name: prefixed(inclusion, part.name), part, overrides: [] }))]
}

/** Members of a view do not take over whether they are public: a hidden member of a cube is seen through a view that includes it. */
const viewPart = (view: FoundEntity, inclusion: Inclusion, { name, part, overrides }: Included): Part => ({
  kind: part.kind,
  name,
  file: view.file,
  line: view.line,
  props: new Map(overrides),
  isPublic: true,
  isPrimaryKey: false,
  source: `${inclusion.path}.${part.name}`,
})

/** What a view takes from a cube that no readable file defines is not known, only that it takes it. */
const unknownPart = (view: FoundEntity, inclusion: Inclusion, { name, alias }: { name: string; alias: string }): Part => ({
  kind: 'dimension',
  name: prefixed(inclusion, alias),
  file: view.file,
  line: view.line,
  props: new Map(),
  isPublic: true,
  isPrimaryKey: false,
  source: `${inclusion.path}.${name}${inclusion.excludes.length > 0 ? ` without ${inclusion.excludes.join(', ')}` : ''}`,
})

// A file of a few megabytes can ask for billions of members by inheritance, or of comparisons between policies.
const maxSize = 1_000_000
const maxWeight = 50_000_000

const weightOf = ({ parts, policies }: Entity): number => {
  const terms = policies.reduce(
    (sum, { groups, conditions, rows }) =>
      sum + groups.length * rows.reduce((tests, each) => tests + each.length + conditions.length + 1, 0),
    0,
  )
  return parts.size * terms * terms
}

const wholePolicy = (key: string, line: number): Policy => ({
  line,
  groups: ['*'],
  conditions: [],
  full: null,
  masked: null,
  rows: [[{ key, member: '', operator: '', plainValues: null }]],
  text: key,
})

/** Every cube and view with what it inherits and includes. Circles end where they close. */
export const resolveEntities = (found: Map<string, FoundEntity>): { entities: Map<string, Entity>; overflowing: Opaque[] } => {
  const resolved = new Map<string, Entity>()
  const open = new Set<string>()
  const splits = new Map<string, Entity>()
  const overflowing: Opaque[] = []
  let size = 0

  const resolve = (name: string): Entity | null => {
    const known = resolved.get(name)
    if (known) return known
    const own = found.get(name)
    if (!own || open.has(name) || open.size > maxChain) return null
    open.add(name)
    const parent = own.parent === null ? null : resolve(own.parent)
    const isFull = size > maxSize
    const entity = inherit(own, isFull ? null : parent)
    if (!isFull) include(own, inclusionsOf(own, new Set()), entity)
    open.delete(name)
    size += entity.parts.size + entity.policies.length
    if (isFull && (own.parent !== null || own.inclusions.length > 0)) overflow(entity, 'It inherits or includes more than can be compared.')
    if (weightOf(entity) > maxWeight) overflow(entity, 'It has too many members and policies to compare them all.')
    resolved.set(name, entity)
    return entity
  }

  /** Past the limits its policies are taken as one that is like nothing but itself. */
  const overflow = (entity: Entity, reason: string): void => {
    const key = entity.policies.map(({ text }) => text).join('\n')
    entity.isUncertain = true
    entity.policies = [wholePolicy(key, entity.policyLine)]
    overflowing.push({ file: entity.file, line: entity.line, reason: `${entity.name}: ${reason}`, digest: key })
  }

  const inclusionsOf = (own: FoundEntity, seen: Set<string>): Inclusion[] => {
    seen.add(own.name)
    const parent = own.parent === null || seen.has(own.parent) || seen.size > maxChain ? undefined : found.get(own.parent)
    return [...(parent ? inclusionsOf(parent, seen) : []), ...own.inclusions]
  }

  const hierarchyLevels = (inclusions: Inclusion[]): Set<string> => {
    const levels = new Set<string>()
    for (const inclusion of inclusions) {
      const cube = resolve(lastOf(inclusion.path))
      for (const { part } of cube ? listed(inclusion, cube, levels) : []) {
        if (part.kind === 'hierarchy') for (const level of levelsOf(part, cube?.name ?? '')) levels.add(level)
      }
    }
    return levels
  }

  const include = (view: FoundEntity, inclusions: Inclusion[], entity: Entity): void => {
    const levels = hierarchyLevels(inclusions)
    for (const inclusion of inclusions) {
      const cube = resolve(lastOf(inclusion.path))
      const target = inclusion.isSplit ? splitView(view, entity, inclusion) : entity
      const names = inclusion.includes === '*' ? [{ name: '*', alias: '*' }] : inclusion.includes
      const parts = cube
        ? listed(inclusion, cube, levels).map((each) => viewPart(view, inclusion, each))
        : names.map((name) => unknownPart(view, inclusion, name))
      if (!cube || cube.isUncertain) entity.isUncertain = true
      for (const part of parts) {
        const key = partKey(part.kind, part.name)
        if (!target.parts.has(key)) target.parts.set(key, part)
      }
    }
  }

  /** A split inclusion becomes a view of its own, and that view has no policy. */
  const splitView = (view: FoundEntity, entity: Entity, inclusion: Inclusion): Entity => {
    const name = `${view.name}_${inclusion.prefix ?? lastOf(inclusion.path)}`
    const known = splits.get(name)
    if (known) return known
    const split: Entity = { ...entity, name, kind: 'view', props: new Map(), parts: new Map(), policies: [], isPublic: true }
    splits.set(name, split)
    return split
  }

  for (const name of found.keys()) resolve(name)
  for (const split of splits.values()) if (!resolved.has(split.name)) resolved.set(split.name, split)
  return { entities: resolved, overflowing }
}
