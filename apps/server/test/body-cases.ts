import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { createValidators } from '../src/http/validation.ts'
import type { Actor, TestServer } from './server.ts'

type BodyCase = [json: unknown, pointer: string]

const validators = createValidators()

/** The pointers of the errors that the contract of the operation reports. */
const pointersFor = ({ body }: OperationShape, json: unknown): string[] => {
  if (!body) throw new Error('The operation has no body.')
  const problems = validators.of('body', body)(json === undefined ? {} : JSON.parse(JSON.stringify(json)))
  return problems.map(({ pointer }) => pointer)
}

/**
 * Bodies that an operation refuses, each with the beginning of the pointer that the error must contain. `undefined` stands for a
 * request without a body. The first body is sent over HTTP, which proves that the operation checks its body. So are bodies that
 * fit the contract, which a rule of the operation refuses. The others are checked by the validator of the server alone.
 */
export const itRefusesBodies = (server: TestServer, id: OperationId, cases: BodyCase[]): void => {
  const operation: OperationShape = operations[id]
  const { method, path } = operation
  // The body is checked before anything is looked up, so the path may name things that do not exist.
  const pathFor = (deploymentId: number): string => path.replace('{deploymentId}', String(deploymentId)).replaceAll(/\{\w+\}/g, '1')
  let administrator: Promise<Actor> | undefined
  const isSent = ([json]: BodyCase, place: number): boolean => place === 0 || pointersFor(operation, json).length === 0

  describe(`the body of ${id}`, () => {
    it.each(cases.filter(isSent))('is refused over HTTP when it is %j, with an error at %s', async (json, pointer) => {
      const owner = await (administrator ??= server.admin())

      const answer = await server.request(owner, pathFor(owner.deploymentId), { method, json })

      const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string }[] }
      expect([answer.status, code]).toEqual([400, 'invalid_request'])
      expect(errors.map((error) => error.pointer)).toContainEqual(expect.stringMatching(`^${pointer}`))
    })

    it.each(cases.filter((each, place) => !isSent(each, place)))('is refused when it is %j, with an error at %s', (json, pointer) => {
      expect(pointersFor(operation, json)).toContainEqual(expect.stringMatching(`^${pointer}`))
    })
  })
}
