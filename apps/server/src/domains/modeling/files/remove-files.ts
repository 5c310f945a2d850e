import type { removeFiles as contract } from '@facet/contract'
import type { Handler } from '#context'
import { describeChanges, saveFiles } from './save-files.ts'
import { planChanges } from './tree-changes.ts'

export const removeFiles: Handler<typeof contract> = async ({ params, body }, context) => {
  const removals = body.files.map(({ path }) => path)
  return saveFiles(context, params.deploymentId, body, describeChanges.bind(undefined, 'Delete'), (entries) =>
    planChanges(entries, { removals }),
  )
}
