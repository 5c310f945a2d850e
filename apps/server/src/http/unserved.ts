import { type UnservedOperation, unservedOperations } from '@facet/contract'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure'

const notInThisVersion = ({ id, method, path }: UnservedOperation): Failure =>
  new Failure(
    'not_in_this_version',
    `${method} ${path} (${id}) is not in this version of Facet. Nothing was looked up or changed. GET /api/v1/spec lists every operation that is.`,
  )

/** Said before anything of the request is judged: neither a credential nor a body would change it. */
export const answerUnserved = (app: FastifyInstance): void => {
  for (const unserved of unservedOperations) {
    const refuse = async (): Promise<void> => {
      throw notInThisVersion(unserved)
    }
    app.route({
      method: unserved.method,
      url: unserved.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: refuse,
      handler: refuse,
    })
  }
}
