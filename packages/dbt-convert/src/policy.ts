import type { Column } from './columns.ts'
import { engineText } from './engine-text.ts'
import type { DbtModel } from './manifest.ts'
import type { ConvertOptions } from './options.ts'
import type { CubeMembers } from './semantic-members.ts'
import type { Yaml } from './yaml.ts'

/** Who is let in: whom `meta` names, otherwise whom the stub does. To a model of personal data a stub opens nothing. */
export const groupsOf = ({ meta }: DbtModel, { policyStubGroups }: ConvertOptions): string[] => {
  if (meta.groups.length > 0) return meta.groups
  return meta.isPii ? [] : policyStubGroups
}

/** One entry per group: all rows, and all members but those with personal data, which a person adds where they are wanted. */
export const policyOf = (groups: string[], columns: Column[], semantic: CubeMembers): Yaml[] => {
  const personal = [
    ...columns.flatMap(({ dimension, meta }) => (meta.isPii && dimension !== null ? [dimension] : [])),
    ...[...semantic.dimensions, ...semantic.measures].filter(({ isPii }) => isPii).map(({ name }) => name),
  ]
  return groups.map((group) => ({
    group: engineText(group),
    member_level: { includes: '*', excludes: personal },
    row_level: { allow_all: true },
  }))
}
