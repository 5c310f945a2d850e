import { NoContent, type OperationShape, type UnservedOperation, unservedOperations } from '@facet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'
import type { Authenticate } from './mount.ts'

const notInThisVersion = ({ id, method, path }: UnservedOperation): Failure =>
  new Failure(
    'not_in_this_version',
    `${method} ${path} (${id}) is not in this version of Facet. Nothing was looked up or changed. GET /api/v1/spec lists every operation that is.`,
  )

const shapeOf = ({ id, method, path }: UnservedOperation): OperationShape => ({
  id,
  method,
  path,
  database: 'none',
  tag: 'Unserved',
  summary: 'Return 501',
  returns: NoContent,
  failures: ['not_in_this_version'],
  action: null,
  reach: 'caller',
  credentials: ['api_key', 'oauth', 'embed'],
  example: { returns: null },
})

/** Answers 501 to every authenticated caller, before role and body are checked: neither would change the answer. */
export const answerUnserved = (app: FastifyInstance, authenticate: Authenticate): void => {
  for (const unserved of unservedOperations) {
    const shape = shapeOf(unserved)
    const refuse = async (request: FastifyRequest): Promise<void> => {
      if (!unserved.takesDataToken) await authenticate(request, shape)
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
