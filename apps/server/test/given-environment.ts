import type { CreateEnvironmentTokenInput } from '@facet/contract'
import { type DataCaller, findDataCaller } from '#access'
import type { Actor, TestServer } from './server.ts'

/** The production environment that came with the actor's deployment. */
export const environmentOf = async ({ api, deploymentId }: Actor): Promise<{ deploymentId: number; environmentId: number }> => {
  const [first] = (await api.getDeploymentEnvironments({ params: { deploymentId } })).items
  return { deploymentId, environmentId: Number(first?.id) }
}

/** A token for the data API of that environment. */
export const givenDataToken = async (owner: Actor, body: Partial<CreateEnvironmentTokenInput> = {}): Promise<string> => {
  const params = await environmentOf(owner)
  const { data } = await owner.api.createDeploymentEnvironmentToken({ params, body: { security_context: {}, ...body } })
  return data.token
}

/** Whom a node takes the holder of a token for, or the code it refuses them with. */
export const dataCallerOf = async (server: TestServer, { tenantId }: Actor, token: string): Promise<DataCaller | string | undefined> => {
  try {
    return await findDataCaller(server.services().dataTokens, tenantId, token)
  } catch (error) {
    return (error as { code: string }).code
  }
}
