import type { validateDataModel as contract, ValidateDataModelResponse } from '@facet/contract'
import type { Handler, ReadingContext } from '#context'
import { type Chosen, getHead, orUnnamed, readWithAccess, requireBranch } from '#domains/modeling/branches'
import { type CheckedProject, checkProject, type ModelProblem, readVariables } from '#engine/hosting'
import { Failure } from '#kernel/failure'
import { getEngineVersion } from './validation-queries.ts'

// As long as callers wait for an answer; a build has longer.
const timeoutMs = 120_000

const problemOf = ({ file, line, message }: ModelProblem): ValidateDataModelResponse['errors'][number] => ({
  ...(file === null ? {} : { fileName: file }),
  ...(line === null || line < 1 ? {} : { line }),
  message,
})

const check = async (context: ReadingContext, { access, settings, branch }: Chosen, lastHash: string): Promise<CheckedProject> => {
  const { engineVersion, variables } = await readWithAccess(context, access.deploymentId, async (db, proof) => ({
    engineVersion: await getEngineVersion(db, proof),
    variables: (await readVariables(db, context.keyRing, proof)).values,
  }))
  const { tenantId } = access
  const { projectRoot } = settings
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([context.signal, deadline])
  try {
    return await checkProject(
      context,
      { tenantId, branch: branch.name, commit: lastHash, projectRoot, engineVersion, variables },
      (work) => context.repositories.read(context, access, work),
      signal,
    )
  } catch (error) {
    if (deadline.aborted && !context.signal.aborted)
      throw new Failure('engine_unavailable', `The data model was not compiled within ${timeoutMs / 1000} s. Repeat the request later.`, {
        retryAfterSeconds: 10,
        cause: error,
      })
    throw error
  }
}

export const validateDataModel: Handler<typeof contract> = async ({ params, query }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, orUnnamed(query), query.devMode ? 'active' : 'deploy')
  const { access, branch } = chosen
  const lastHash = await context.repositories.read(context, access, async (repository) => getHead(repository, branch))
  const { cubes, views, errors, warnings, notes } = await check(context, chosen, lastHash)
  return {
    branchName: branch.name,
    valid: errors.length === 0,
    errors: errors.map(problemOf),
    cubesCount: cubes,
    viewsCount: views,
    warnings: [...warnings.map(problemOf), ...notes.map((message) => ({ message }))],
    lastHash,
  }
}
