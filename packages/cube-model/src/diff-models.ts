import type { BranchDiff, ModelChange, ModelFileChange } from '@facet/contract'
import { change, effectOrder, sortChanges } from './change.ts'
import { addedEntity, diffEntity, removedEntity, renamedEntity } from './diff-entity.ts'
import { diffOpaque } from './diff-opaque.ts'
import { pairRenamedParts, pairRenamedEntities } from './renames.ts'
import type { Entity, Model, ViewGroup } from './model.ts'
import { readModel, type SourceFile } from './read-model.ts'
import { mergeVisibility } from './visibility.ts'

const isSame = (before: Entity | undefined, after: Entity): before is Entity => before?.kind === after.kind

/** A cube that became a view of the same name went, and another thing came. */
const without = (these: Model, those: Model): Entity[] =>
  [...these.entities.values()].filter((entity) => !isSame(those.entities.get(entity.name), entity))

/** New names by old ones: of cubes, and of members as `cube.member`. */
const namesOf = (entities: [Entity, Entity][]): Map<string, string> => {
  const names = new Map<string, string>()
  for (const [before, after] of entities) {
    if (before.name !== after.name) names.set(before.name, after.name)
    if (before.kind === 'view') continue
    const removed = [...before.parts].flatMap(([key, part]) => (after.parts.has(key) ? [] : [part]))
    const added = [...after.parts].flatMap(([key, part]) => (before.parts.has(key) ? [] : [part]))
    for (const [was, is] of pairRenamedParts(removed, added, new Map())) names.set(`${before.name}.${was.name}`, is.name)
  }
  return names
}

const viewGroupChange = (kind: ModelChange['kind'], group: ViewGroup): ModelChange =>
  change({
    id: `view-group-${kind}`,
    kind,
    subject: { cube: group.name, part: 'view_group' },
    effects: [],
    at: group,
    message: `View group ${group.name} was ${kind}. What its views show is not affected.`,
  })

const diffViewGroups = (before: Model, after: Model): ModelChange[] => [
  ...[...after.viewGroups.values()].flatMap((group) => {
    const was = before.viewGroups.get(group.name)
    return was?.text === group.text ? [] : [viewGroupChange(was ? 'changed' : 'added', group)]
  }),
  ...[...before.viewGroups.values()].flatMap((group) => (after.viewGroups.has(group.name) ? [] : [viewGroupChange('removed', group)])),
]

/** What changed between two models and what it does to those who query. The rules are those of ADR 12. */
export const diffModels = (before: Model, after: Model): ModelChange[] => {
  const removed = without(before, after)
  const added = without(after, before)
  const renamed = pairRenamedEntities(removed, added)
  const paired = new Set(renamed.flat())
  const kept = [...after.entities.values()].flatMap((is): [Entity, Entity][] => {
    const was = before.entities.get(is.name)
    return isSame(was, is) ? [[was, is]] : []
  })
  const names = namesOf([...kept, ...renamed])
  return sortChanges([
    ...added.filter((entity) => !paired.has(entity)).map(addedEntity),
    ...removed.filter((entity) => !paired.has(entity)).map(removedEntity),
    ...renamed.flatMap(([was, is]) => [renamedEntity(was, is), ...diffEntity(was, is, names)]),
    ...kept.flatMap(([was, is]) => diffEntity(was, is, names)),
    ...diffOpaque(before, after),
    ...diffViewGroups(before, after),
  ])
}

const diffFiles = (before: SourceFile[], after: SourceFile[]): ModelFileChange[] => {
  const was = new Map(before.map((file) => [file.path, file.content]))
  const is = new Map(after.map((file) => [file.path, file.content]))
  const gone = before.filter((file) => !is.has(file.path))
  const byContent = new Map(gone.map((file) => [file.content, file.path]))
  const moved = new Set<string>()
  const changed = after.flatMap(({ path, content }): ModelFileChange[] => {
    if (was.get(path) === content) return []
    if (was.has(path)) return [{ path, status: 'changed' }]
    const previousPath = byContent.get(content)
    if (previousPath === undefined || moved.has(previousPath)) return [{ path, status: 'added' }]
    moved.add(previousPath)
    return [{ path, previousPath, status: 'renamed' }]
  })
  const removed = gone.filter(({ path }) => !moved.has(path)).map(({ path }): ModelFileChange => ({ path, status: 'removed' }))
  return [...changed, ...removed].toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
}

/** The whole answer, from the newer model, what changed on the way to it and the list of files that differ. */
export const describeDiff = (after: Model, changes: ModelChange[], files: ModelFileChange[]): BranchDiff => {
  const counts = effectOrder.map((effect) => [effect, changes.filter(({ effects }) => effects.includes(effect)).length])
  return {
    files,
    changes,
    visibility: mergeVisibility(changes.map(({ visibility }) => visibility)),
    opaque: after.opaque.map(({ file, line, reason }) => ({ file, line, reason })),
    summary: Object.fromEntries(counts) as BranchDiff['summary'],
  }
}

/** The same from the files of two versions. */
export const diffModelFiles = (before: Iterable<SourceFile>, after: Iterable<SourceFile>): BranchDiff => {
  const [was, is] = [[...before], [...after]]
  const newer = readModel(is)
  return describeDiff(newer, diffModels(readModel(was), newer), diffFiles(was, is))
}
