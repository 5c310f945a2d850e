import type { renameFiles as contract } from '@facet/contract'
import type { Handler } from '#context'
import { withoutSlash } from './path-rules.ts'
import { saveFiles } from './save-files.ts'
import { planChanges, type TreeEdits } from './tree-changes.ts'

const describe = (renames: NonNullable<TreeEdits['renames']>): string => {
  const [only] = renames
  return only && renames.length === 1
    ? `Rename ${withoutSlash(only.path)} to ${withoutSlash(only.newPath)}`
    : `Rename ${renames.length} files`
}

export const renameFiles: Handler<typeof contract> = async ({ params, body }, context) =>
  saveFiles(
    context,
    params.deploymentId,
    body,
    () => describe(body.files),
    (entries) => planChanges(entries, { renames: body.files }),
  )
