import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writtenDocument } from '#kernel/answers'
import { audited } from '#kernel/audit'
import { filesOf, type RunningServer, send, spyingHandlers, startServer } from '#test'

const commit = { kind: 'commit', id: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2', did: 'created' } as const

let server: RunningServer
let headers: Record<string, string>

beforeAll(async () => {
  const written = writtenDocument('text/markdown; charset=utf-8', '# Größe') as never
  const { handlers } = spyingHandlers({
    listFiles: async () => written,
    updateFiles: (_, { effect }) => effect(async () => audited(written, [commit])),
  })
  server = await startServer({}, undefined, { handlers })
  const { key } = await server.addTenant('acme.test')
  headers = { host: 'acme.test', authorization: `Bearer ${key}`, 'content-type': 'application/json' }
})
afterAll(async () => {
  await server.stop()
  await server.database.drop()
})

describe('an answer written out as a document', () => {
  it('is sent in its own type and as it stands', async () => {
    const answer = await send(`${server.address}${filesOf(7)}`, { headers })

    expect(answer).toMatchObject({ status: 200, text: '# Größe', headers: { 'content-type': 'text/markdown; charset=utf-8' } })
  })

  it('leaves an audit entry like any other, if it is that of a write', async () => {
    const sent = { ...headers, 'x-request-id': 'doc' }
    const answer = await send(`${server.address}${filesOf(7)}`, { method: 'PUT', headers: sent, body: '{"files":[]}' })

    expect(answer).toMatchObject({ status: 200, text: '# Größe' })
    expect(await server.database.query("select operation, outcome, targets from audit_entries where request_id = 'doc'")).toEqual([
      { operation: 'updateFiles', outcome: 'done', targets: [commit] },
    ])
  })
})
