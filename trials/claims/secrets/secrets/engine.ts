import type { Client } from '@facet/client'
import { awaitBuild } from '../../../../tools/stack/demo/build.ts'
import { uploadModel } from '../../../../tools/stack/demo/upload.ts'
import { signDeploymentToken } from '../../../harness/deployment-token.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import { pause } from '../../../harness/numbers.ts'
import { brokenModel, failingLimit, leakyModel } from './leaky-model.ts'
import type { Warehouse } from './long-work.ts'
import type { Answer } from './recorder.ts'
import { bearer, type Stage } from './requests.ts'

export type EngineGround = { client: Client; url: string; host: string; warehouse: Warehouse }

export const setVariables = async (client: Client, deploymentId: number, variables: Record<string, string>): Promise<void> => {
  const body = { env_variables: Object.entries(variables).map(([name, value]) => ({ name, value })) }
  await client.setEnvVariables({ params: { deploymentId }, body })
}

/** Repeats a query until the engine has started. */
const settled = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask()
    const isToRepeat = answer.status === 503 || answer.text.includes('Continue wait')
    if (!isToRepeat || attempt > 300) return answer
    await pause(200)
  }
}

export type EngineAnswers = { good: Answer[]; failed: Answer[]; isBrokenRefused: boolean }

/** Builds, serves and queries a model that prints its variables, and reads the logs that the service shows. */
export const useEngine = async (stage: Stage, ground: EngineGround): Promise<EngineAnswers> => {
  const { recorder, canaries, adminKey, mark } = stage
  const { client, url, host, warehouse } = ground
  const api = { client, baseUrl: url, key: adminKey, headers: { 'x-forwarded-host': host } }
  const apiSecret = canaries.next('api-secret')
  const variables = {
    ...warehouse,
    CUBEJS_API_SECRET: apiSecret,
    MY_SECRET: `{"nested":"${canaries.next('engine-variable')}"}`,
    A_TOKEN: `line one\n${canaries.next('engine-lines')}`,
  }
  const deploy = async (name: string): Promise<{ deploymentId: number; base: string }> => {
    const { id: deploymentId, deploymentUrl } = await client.createDeployment({ body: newDeployment(name) })
    await setVariables(client, deploymentId, variables)
    return { deploymentId, base: `${new URL(deploymentUrl).pathname}/cubejs-api/v1` }
  }
  const read = (about: string, path: string): Promise<Answer> => recorder.ask({ about, method: 'GET', path, headers: bearer(adminKey) })
  const look = async (name: string, deploymentId: number): Promise<Answer[]> => [
    await read(`build status of ${name}`, `/api/v1/deployments/${deploymentId}/build-status`),
    await read(`log of the build of ${name}`, `/api/v1/deployments/${deploymentId}/logs?source=production&container=INIT`),
    await read(`log of the engine of ${name}`, `/api/v1/deployments/${deploymentId}/logs?source=production`),
  ]

  const leaky = await deploy('leaky')
  await awaitBuild(api, leaky.deploymentId, await uploadModel(api, leaky.deploymentId, leakyModel(mark)))
  const query = (about: string, authorization: string, limit: number, endpoint = 'load'): Promise<Answer> => {
    const path = `${leaky.base}/${endpoint}?query=${encodeURIComponent(JSON.stringify({ dimensions: ['leaky.id'], limit }))}`
    return settled(() => recorder.ask({ about, method: 'GET', path, headers: { authorization } }))
  }
  const { sessionId } = await client.generateSession({ body: { deploymentId: leaky.deploymentId, externalId: 'engine-viewer' } })
  const { token } = await client.exchangeSession({ body: { sessionId } })
  const bySecret = await signDeploymentToken(apiSecret)
  const good = [await query('rows by the secret', bySecret, 5), await query('rows in a frame', token, 5)]
  const failed = [
    await query('an error by the secret', bySecret, failingLimit),
    await query('an error in a frame', token, failingLimit),
    await query('an error of an explanation', bySecret, failingLimit, 'sql'),
  ]

  const broken = await deploy('broken')
  const isBrokenRefused = await awaitBuild(api, broken.deploymentId, await uploadModel(api, broken.deploymentId, brokenModel())).then(
    () => false,
    (error: unknown) => String(error).includes('(failed)'),
  )
  // Lines are written once a second.
  await pause(1500)
  good.push(...(await look('leaky', leaky.deploymentId)), ...(await look('broken', broken.deploymentId)))
  return { good, failed, isBrokenRefused }
}
