import type { ContentPlanItem } from '@facet/contract'
import { revisionOf } from './revision.ts'
import type { Sharing } from './sharing-queries.ts'

type File = Sharing & { revision?: string | null | undefined }

/** A file without what it says nothing with: what is null is as what is left out. */
export const stated = <F extends object>(file: F): F =>
  Object.fromEntries(Object.entries(file).filter(([name, value]) => value != null && name !== 'revision')) as F

type Decision = Extract<ContentPlanItem['outcome'], 'create' | 'update' | 'unchanged' | 'conflict'>

/**
 * What a file asks for. What differs is overwritten where it is as it was exported, or as the last import left it; anything else was
 * changed by somebody since. Content and sharing are judged apart, since not every export tells the second.
 */
export const decide = (
  wanted: File,
  current: File | null,
  { exported, imported }: { exported: string | null | undefined; imported: string | undefined },
): Decision => {
  if (!current) return 'create'
  const parts = (revision: string | null | undefined) => (revision ?? '').split('.')
  const [asked, here, before, last] = [parts(revisionOf(wanted)), parts(revisionOf(current)), parts(exported), parts(imported)]
  const differing = [0, 1].filter((part) => asked[part] !== here[part])
  if (differing.length === 0) return 'unchanged'
  return differing.every((part) => here[part] === before[part] || here[part] === last[part]) ? 'update' : 'conflict'
}
