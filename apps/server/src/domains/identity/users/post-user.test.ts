import { expect } from 'vitest'
import { useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

it('changes a user as updateUser does', async ({ owner }) => {
  const { id } = await owner.api.createUser({ body: { email: 'bob@example.com', username: 'bob', firstName: 'Bob' } })

  const response = await server.request(owner, `/api/v1/users/${id}`, { method: 'POST', json: { title: 'Analyst' } })

  expect([response.status, await response.json()]).toMatchObject([200, { id, firstName: 'Bob', title: 'Analyst' }])
  const { items } = await owner.api.listAuditLogs({ query: { first: 1 } })
  expect(items).toMatchObject([{ operation: 'postUser', targets: [{ kind: 'user', id: String(id), did: 'updated' }] }])
})
