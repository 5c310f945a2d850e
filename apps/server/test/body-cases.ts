import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { expect, it } from 'vitest'
import type { TestServer } from './server.ts'

/** Bodies that do not fit the contract; undefined stands for none at all. Each comes with the place the answer must point at. */
export const itRefusesBodies = (server: TestServer, id: OperationId, cases: [json: unknown, pointer: string][]): void => {
  const { method, path }: OperationShape = operations[id]

  it.each(cases)(`refuses ${id} with the body %j and points at %s`, async (json, pointer) => {
    const owner = await server.admin()

    const answer = await server.request(owner, path.replaceAll(/\{\w+\}/g, String(owner.deploymentId)), { method, json })

    const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string }[] }
    expect([answer.status, code]).toEqual([400, 'invalid_request'])
    expect(errors.map((error) => error.pointer)).toContainEqual(expect.stringMatching(`^${pointer}`))
  })
}
