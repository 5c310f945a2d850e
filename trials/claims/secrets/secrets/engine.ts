import { createHmac } from 'node:crypto'
import type { Client } from '@facet/client'
import { awaitBuild } from '../../../../tools/stack/demo/build.ts'
import { uploadModel } from '../../../../tools/stack/demo/upload.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import { pause } from '../../../harness/numbers.ts'
import { brokenModel, failingLimit, leakyModel } from './leaky-model.ts'
import type { Answer } from './recorder.ts'
import { bearer, type Stage } from './requests.ts'

/** Where deployments of the trial find their rows: a role that logs in with a secret of ours. */
export type Warehouse = { host: string; port: string; database: string; user: string; password: string }

export type EngineGround = { client: Client; url: string; host: string; warehouse: Warehouse }

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const signedBy = (secret: string): string => {
  const input = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({})}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** An answer that is not "in a moment": engines start when they are asked for the first time. */
const settled = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask()
    const isToRepeat = answer.status === 503 || answer.text.includes('Continue wait')
    if (!isToRepeat || attempt > 300) return answer
    await pause(200)
  }
}

export type EngineAnswers = { good: Answer[]; failed: Answer[]; isBrokenRefused: boolean }

/** Builds and serves a model that tells its variables wherever it can, asks it, and reads what the service then shows. */
export const useEngine = async (stage: Stage, ground: EngineGround): Promise<EngineAnswers> => {
  const { recorder, canaries, adminKey, mark } = stage
  const { client, url, host, warehouse } = ground
  const api = { client, baseUrl: url, key: adminKey, headers: { 'x-forwarded-host': host } }
  const apiSecret = canaries.next('api-secret')
  const variables = {
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: warehouse.host,
    CUBEJS_DB_PORT: warehouse.port,
    CUBEJS_DB_NAME: warehouse.database,
    CUBEJS_DB_USER: warehouse.user,
    CUBEJS_DB_PASS: warehouse.password,
    CUBEJS_API_SECRET: apiSecret,
    MY_SECRET: `{"nested":"${canaries.next('engine-variable')}"}`,
    A_TOKEN: `line one\n${canaries.next('engine-lines')}`,
  }
  const deploy = async (name: string): Promise<{ deploymentId: number; base: string }> => {
    const { id: deploymentId, deploymentUrl } = await client.createDeployment({ body: newDeployment(name) })
    const body = { env_variables: Object.entries(variables).map(([key, value]) => ({ name: key, value })) }
    await client.setEnvVariables({ params: { deploymentId }, body })
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
  const load = (about: string, token: string, limit: number): Promise<Answer> =>
    settled(() =>
      recorder.ask({
        about,
        method: 'GET',
        path: `${leaky.base}/load?query=${encodeURIComponent(JSON.stringify({ dimensions: ['leaky.id'], limit }))}`,
        headers: { authorization: token },
      }),
    )
  const { sessionId } = await client.generateSession({ body: { deploymentId: leaky.deploymentId, externalId: 'engine-viewer' } })
  const { token } = await client.exchangeSession({ body: { sessionId } })
  const good = [await load('rows by the secret', signedBy(apiSecret), 5), await load('rows in a frame', token, 5)]
  const failed = [
    await load('an error by the secret', signedBy(apiSecret), failingLimit),
    await load('an error in a frame', token, failingLimit),
    await settled(() =>
      recorder.ask({
        about: 'an error of an explanation',
        method: 'GET',
        path: `${leaky.base}/sql?query=${encodeURIComponent(JSON.stringify({ dimensions: ['leaky.id'], limit: failingLimit }))}`,
        headers: { authorization: signedBy(apiSecret) },
      }),
    ),
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
