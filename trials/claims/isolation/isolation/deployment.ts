import { uploadModel } from '../../../../tools/stack/demo/upload.ts'
import { awaitBuild } from '../../../../tools/stack/demo/build.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import type { TrialStack } from '../../../harness/stack.ts'
import type { ModelFile } from './model.ts'
import type { Warehouse } from './warehouse.ts'

export type ServedModel = { deploymentId: number; dataPath: string }

/** A deployment on the trial's warehouse, with this model built and served. */
export const serveModel = async (
  stack: TrialStack,
  warehouse: Pick<Warehouse, 'variables'>,
  name: string,
  files: ModelFile[],
): Promise<ServedModel> => {
  const { client, url: baseUrl, adminKey: key } = stack
  const { id: deploymentId, deploymentUrl } = await client.createDeployment({ body: newDeployment(name) })
  await client.setEnvVariables({ params: { deploymentId }, body: { env_variables: warehouse.variables } })
  const api = { client, baseUrl, key }
  const build = await awaitBuild(api, deploymentId, await uploadModel(api, deploymentId, files))
  if (!build.isBuilt) throw new Error(`The model "${name}" was not built: ${build.reason}`)
  return { deploymentId, dataPath: `${new URL(deploymentUrl).pathname}/cubejs-api/v1` }
}
