import type { ModelChange } from '@facet/contract'
import { type Entity, isMember, type Model, type Part } from './model.ts'

// As canonical text. Whatever else a measure may be is a number.
const ownFamilies = new Set(['"string"', '"time"', '"boolean"'])
const maxChain = 20

export type BreakReason = 'removed' | 'renamed' | 'hidden' | 'retyped'

/** A name that queries use and that no longer answers them: a member as `cube.member`, or a cube or view with all that it has. */
export type BrokenMember = { name: string; reason: BreakReason; renamedTo?: string }

export type BrokenMembers = {
  members: BrokenMember[]
  /** Members that are only called otherwise now, those of a renamed cube one by one. */
  renames: { from: string; to: string }[]
  /** There are more than are listed. */
  isTruncated: boolean
  /** A file that differs could not be read: what it defines may be gone as well, or be there still. */
  isUncertain: boolean
}

/** New names by old ones, as the changes tell them: of cubes and views, and of members as `cube.member`. */
const renamesOf = (changes: ModelChange[]): Map<string, string> =>
  new Map(
    changes.flatMap(({ kind, subject, before, after }): [string, string][] => {
      if (kind !== 'renamed' || before === undefined || after === undefined) return []
      return [subject.member === undefined ? [before, after] : [`${subject.cube}.${before}`, `${subject.cube}.${after}`]]
    }),
  )

/** A member of a view has the type of what it takes, however far that is. */
const typeOf = (model: Model, { props, source }: Part, depth = 0): string | undefined => {
  const own = props.get('type')
  if (own !== undefined || source === undefined || depth > maxChain) return own
  const [cube = '', member = ''] = source.split('.').slice(-2)
  const taken = model.entities.get(cube)?.parts.get(member)
  return taken && typeOf(model, taken, depth + 1)
}

/** What a filter compares with: a value of another family is refused, while a sum that became a maximum takes the same filters. */
const familyOf = (model: Model, part: Part): string | undefined => {
  const type = typeOf(model, part)
  if (type === undefined || part.kind !== 'measure') return type
  return ownFamilies.has(type) ? type : 'number'
}

/** Nothing is lost of what nobody could query. */
const isQueried = ({ isPublic }: Pick<Part | Entity, 'isPublic'>): boolean => isPublic !== false

/** Of what a view takes from a cube that could not be read, not even the names are known. */
const isNamed = ({ name }: Part): boolean => !name.includes('*')

type Side = { model: Model; entity: Entity }

const brokenPart = (before: Side, after: Side, part: Part, is: Part | undefined): BreakReason | undefined => {
  if (is === undefined) return 'removed'
  if (!isQueried(is)) return 'hidden'
  // The kinds and types of what could not be read are guesses.
  if (before.entity.isUncertain || after.entity.isUncertain) return undefined
  if (is.kind !== part.kind) return 'removed'
  return familyOf(before.model, part) === familyOf(after.model, is) ? undefined : 'retyped'
}

const brokenIn = (before: Side, after: Model): { name: string; reason: BreakReason }[] => {
  const { name, parts } = before.entity
  const entity = after.entities.get(name)
  if (entity === undefined) return [{ name, reason: 'removed' }]
  if (!isQueried(entity)) return [{ name, reason: 'hidden' }]
  return [...parts].flatMap(([key, part]) => {
    if (!isMember(part) || !isQueried(part) || !isNamed(part)) return []
    const reason = brokenPart(before, { model: after, entity }, part, entity.parts.get(key))
    return reason ? [{ name: `${name}.${part.name}`, reason }] : []
  })
}

const maxRenames = 1000

/** By which names content can go on: of a cube or view with another name, those of all its members. */
const expandRenames = (before: Model, members: BrokenMember[]): BrokenMembers['renames'] =>
  members
    .flatMap(({ name, renamedTo }) => {
      if (renamedTo === undefined) return []
      const parts = before.entities.get(name)?.parts
      if (name.includes('.') || !parts) return [{ from: name, to: renamedTo }]
      const listed = [...parts.values()].filter((part) => isMember(part) && isQueried(part))
      return listed.map((part) => ({ from: `${name}.${part.name}`, to: `${renamedTo}.${part.name}` }))
    })
    .slice(0, maxRenames)

/**
 * Which names of the older model break what uses them. A name that is still there and still answers breaks nothing, whatever became of the
 * thing behind it: a cube may make room for a view of its name.
 */
export const listBrokenMembers = (before: Model, after: Model, changes: ModelChange[], maxListed: number): BrokenMembers => {
  const renames = renamesOf(changes)
  const broken = [...before.entities.values()].filter(isQueried).flatMap((entity) => brokenIn({ model: before, entity }, after))
  const members = broken.slice(0, maxListed).map(({ name, reason }): BrokenMember => {
    const renamedTo = reason === 'removed' ? renames.get(name) : undefined
    return renamedTo === undefined ? { name, reason } : { name, reason: 'renamed', renamedTo }
  })
  return {
    members,
    renames: expandRenames(before, members),
    isTruncated: broken.length > maxListed,
    isUncertain: changes.some(({ effects }) => effects.includes('opaque')),
  }
}
