import type { MergeValidation } from '@facet/contract'
import type { ChangingContext, ReadingContext } from '#context'
import type { DeploymentAccess } from '#access'
import type { Branch, ModelSettings } from '#domains/modeling/branches'
import { checkModel, problemView } from '#domains/modeling/validation'
import type { Edit } from '#engine/modeling'
import { Failure } from '#kernel/failure'

// As long as a push is waited for: clients and proxies wait for an answer.
const timeoutMs = 20_000
const maxListed = 20

/** The deploy branch at the commit that a merge gives it. */
export type MergedModel = { access: DeploymentAccess; settings: ModelSettings; branch: Branch; commit: string }

/** Refuses a merge whose result does not compile, while nobody sees it yet. */
export const requireCompiled = async (context: ReadingContext, edit: Edit, merged: MergedModel): Promise<MergeValidation> => {
  const files = { objects: edit.newObjects, listTree: edit.listTree }
  const { errors } = await checkModel(context, { ...merged, timeoutMs }, (work) => work(files))
  if (errors.length === 0) return { valid: true, errors: [] }
  const shown = errors.slice(0, maxListed)
  throw new Failure(
    'build_would_fail',
    `The data model on "${merged.branch.name}" would not compile after this merge: ${shown[0]?.message ?? ''} Correct it, or merge without requireBuild.`,
    { errors: shown.map(({ file, line, message }) => ({ pointer: `${file ?? ''}${line === null ? '' : `:${line}`}`, message })) },
  )
}

/** Compiles what was merged. The merge stands whatever comes of it. */
export const validateMerged = async (context: ChangingContext, merged: MergedModel): Promise<MergeValidation> => {
  try {
    const { errors } = await checkModel(context, { ...merged, timeoutMs }, (work) =>
      context.repositories.read(context, merged.access, work),
    )
    return { valid: errors.length === 0, errors: errors.slice(0, maxListed).map(problemView) }
  } catch (error) {
    if (!(error instanceof Failure))
      context.log.error({ requestId: context.requestId, err: error }, 'a merged data model could not be checked')
    const reason = error instanceof Failure ? error.message : 'Something went wrong on our side.'
    return {
      valid: null,
      errors: [],
      message: `The merged data model was not compiled. The build status shows whether it builds. ${reason}`,
    }
  }
}
