import { openApiDocument, type OperationShape, operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer('shared')

describe('getSpec', () => {
  it('answers the document of the contract this build serves', async () => {
    const { api } = await server.admin()

    const document = await api.getSpec()

    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
    expect(document).toMatchObject({ openapi: '3.1.0' })
  })

  it('names an operation that is served for every path and method', async () => {
    const owner = await server.admin()
    const { paths } = (await owner.api.getSpec()) as { paths: Record<string, Record<string, { operationId: string }>> }

    // Those the reference removed are still served, and named to nobody.
    const listed = Object.values<OperationShape>(operations).flatMap(({ id, removed }) => (removed ? [] : [id]))
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    expect(ids.toSorted()).toEqual(listed.toSorted())
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const answer = await server.request({ headers: owner.headers }, path.replaceAll(/\{\w+\}/g, '1'), { method: method.toUpperCase() })
        const isOpen = (methods[method] as { security?: unknown[] }).security?.length === 0
        expect([method, path, answer.status]).toEqual([method, path, isOpen ? expect.toBeOneOf([200, 400, 403]) : 401])
      }
  })

  it('names what each success is answered with where there is more than one, and the headers that are read', async () => {
    const { api } = await server.admin()
    const { paths } = (await api.getSpec()) as { paths: Record<string, Record<string, { responses: object; parameters: object[] }>> }

    const notice = paths['/build/api/v1/deployments/{deploymentId}/remote/push-notice']?.['post']

    expect(notice?.responses).toMatchObject({ 201: { content: expect.anything() }, 204: { description: expect.any(String) } })
    expect(notice?.responses).not.toHaveProperty('200')
    expect(notice?.parameters).toContainEqual({ name: 'x-git-event', in: 'header', required: false, schema: { type: 'string' } })
  })
})
