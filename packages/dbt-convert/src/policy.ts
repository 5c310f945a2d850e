import type { Column } from './columns.ts'
import { engineText } from './engine-text.ts'
import type { DbtModel } from './manifest.ts'
import type { ConvertOptions } from './options.ts'
import type { Yaml } from './yaml.ts'

/** Who is let in: whom `meta` names, otherwise whom the stub does. */
export const groupsOf = ({ meta }: DbtModel, { policyStubGroups }: ConvertOptions): string[] =>
  meta.groups.length > 0 ? meta.groups : policyStubGroups

/** One entry per group: all rows, and all members but those with personal data, which a person adds where they are wanted. */
export const policyOf = (groups: string[], columns: Column[]): Yaml[] => {
  const personal = columns.flatMap(({ dimension, meta }) => (meta.isPii && dimension !== null ? [dimension] : []))
  return groups.map((group) => ({
    group: engineText(group),
    member_level: { includes: '*', excludes: personal },
    row_level: { allow_all: true },
  }))
}
