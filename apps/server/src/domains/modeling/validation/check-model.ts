import type { DataModelProblem } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import { type ModelSettings, readWithAccess } from '#domains/modeling/branches'
import { type CheckedProject, checkProject, type ModelProblem, readVariables } from '#engine/hosting'
import { Failure } from '#kernel/failure'
import { getEngineVersion } from './validation-queries.ts'

export type CommitToCheck = {
  access: DeploymentAccess
  settings: Pick<ModelSettings, 'projectRoot'>
  branch: { name: string }
  commit: string
  timeoutMs: number
}

type WithFiles = Parameters<typeof checkProject>[2]

export const problemView = ({ file, line, message }: ModelProblem): DataModelProblem => ({
  ...(file === null ? {} : { fileName: file }),
  ...(line === null || line < 1 ? {} : { line }),
  message,
})

/** Compiles a commit with the engine version and the variables of the deployment, as a build would. */
export const checkModel = async (
  context: ReadingContext,
  { access, settings, branch, commit, timeoutMs }: CommitToCheck,
  withFiles: WithFiles,
): Promise<CheckedProject> => {
  const { engineVersion, variables } = await readWithAccess(context, access.deploymentId, async (db, proof) => ({
    engineVersion: await getEngineVersion(db, proof),
    variables: (await readVariables(db, context.keyRing, proof)).values,
  }))
  const { tenantId } = access
  const { projectRoot } = settings
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([context.signal, deadline])
  try {
    return await checkProject(context, { tenantId, branch: branch.name, commit, projectRoot, engineVersion, variables }, withFiles, signal)
  } catch (error) {
    if (deadline.aborted && !context.signal.aborted)
      throw new Failure('engine_unavailable', `The data model was not compiled within ${timeoutMs / 1000} s. Repeat the request later.`, {
        retryAfterSeconds: 10,
        cause: error,
      })
    throw error
  }
}
