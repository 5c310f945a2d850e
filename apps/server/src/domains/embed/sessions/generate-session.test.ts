import { describe, expect, it } from 'vitest'
import { itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('generateSession', () => {
  itRefusesBodies(server, 'generateSession', [
    [undefined, '/body/deploymentId'],
    [{ deploymentId: 'one', externalId: 'u' }, '/body/deploymentId'],
    [{ deploymentId: 1, externalId: 7 }, '/body/externalId'],
    [{ deploymentId: 1, externalId: 'u', groups: 'premium' }, '/body/groups'],
    [{ deploymentId: 1, externalId: 'u', userProfile: { name: 'Ada' } }, '/body/userProfile/name'],
    [{ deploymentId: 1, externalId: 'u', userAttributes: [{ name: 'a', vale: 1 }] }, '/body/userAttributes/0/vale'],
    [{ deploymentId: 1, externalId: 'u', embedTheme: { primaryColor: 'red;}' } }, '/body/embedTheme/primaryColor'],
  ])

  it('answers an id that says when it was minted and holds a secret of 256 bits', async () => {
    const owner = await server.admin()

    const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, externalId: 'user-1' } })

    expect(sessionId).toMatch(/^es_\d+_[0-9a-z]+_[A-Za-z0-9_-]{43}$/)
    const stored = await server
      .database()
      .query<{ row: string }>('select to_jsonb(s)::text as row from embed_sessions s where tenant_id = $1', [owner.tenantId])
    expect(stored).toHaveLength(1)
    expect(stored[0]?.row).not.toContain(sessionId.split('_').at(-1))
  })
})
