import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import { getOwnIdentity, getProductionEnvironment } from '#domains/hosting/data-tokens'
import { securityContextOf } from '#domains/embed/security-context'
import type { EngineLease } from '#engine/hosting'
import { Failure } from '#kernel/failure'
import { chooseDeployment } from './choose-deployment.ts'
import { engineWords } from './engine-words.ts'

const maxBytes = 64 * 1_048_576
const timeoutMs = 60_000

type Asking = Pick<ReadingContext, 'engines' | 'signal' | 'requestId' | 'holdBytes' | 'read' | 'caller' | 'operation'>

const failed = (message: string, cause?: unknown): Failure =>
  new Failure('metadata_failed', message, { retryAfterSeconds: 5, ...(cause === undefined ? {} : { cause }) })

const ask = async ({ dispatcher, sign, redact }: EngineLease, path: string, ctx: object, context: Asking): Promise<Buffer> => {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
  const { statusCode, body } = await dispatcher.request({
    origin: 'http://engine',
    path,
    method: 'GET',
    headers: { authorization: sign({ ctx }), 'x-request-id': context.requestId, accept: 'application/json' },
    signal,
  })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw failed(`The metadata of this deployment has more than ${maxBytes / 1_048_576} MB.`)
    context.holdBytes(chunk.length)
    chunks.push(chunk)
  }
  const answer = Buffer.concat(chunks)
  if (statusCode === 200) return answer
  throw failed(
    'The engine did not give the metadata of this deployment. The logs of the deployment say why.',
    new Error(`The engine answered ${statusCode}: ${engineWords(answer, redact)}`),
  )
}

type Chosen = { access: DeploymentAccess; environmentId: number; ctx: object }

const choose = (context: Asking, deploymentId: number | null): Promise<Chosen> =>
  context.read(async (db) => {
    const access = await chooseDeployment(context, db, deploymentId)
    const { identity, document } = await getOwnIdentity(db, access)
    const { id: environmentId } = await getProductionEnvironment(db, access)
    return { access, environmentId, ctx: securityContextOf(identity, document) }
  })

/** What the engine says of its model to this caller, as it says it. */
export const readMeta = async (context: Asking, deploymentId: number | null, onlyViews: boolean): Promise<Buffer> => {
  const { access, environmentId, ctx } = await choose(context, deploymentId)
  const { tenantId } = access
  const lease = await context.engines.acquire({ tenantId, deploymentId: access.deploymentId, environmentId }, context.signal)
  try {
    return await ask(lease, `/cubejs-api/v1/meta${onlyViews ? '?onlyViews=true' : ''}`, ctx, context)
  } catch (error) {
    if (error instanceof Failure || context.signal.aborted) throw error
    throw failed('The engine broke off while it gave the metadata of this deployment. Repeat the request.', error)
  } finally {
    lease.release()
  }
}
