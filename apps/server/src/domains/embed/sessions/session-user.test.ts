import { describe, expect, it } from 'vitest'
import { mint, type SessionBody, storedUser, useServer } from '#test'

const server = useServer('shared')

const profile = { displayName: 'Ada', picture: 'https://a.example/ada.png' }
const first = { externalId: 'user-1', email: 'ada@a.example', userProfile: profile }
const kept = { email: 'ada@a.example', ...profile }

const later: [rule: string, body: SessionBody, stored: Record<string, unknown>][] = [
  ['keeps all of it when nothing is sent', {}, kept],
  ['keeps the profile when it is empty', { userProfile: {} }, kept],
  ['keeps the profile when it is null', { userProfile: null }, kept],
  ['overwrites the name and keeps the picture', { userProfile: { displayName: 'Ada L.' } }, { ...kept, displayName: 'Ada L.' }],
  [
    'overwrites the picture and keeps the name',
    { userProfile: { picture: 'http://b.example/' } },
    { ...kept, picture: 'http://b.example/' },
  ],
  ['keeps a property that is null', { userProfile: { displayName: null, picture: null } }, kept],
  [
    'overwrites both',
    { userProfile: { displayName: 'B', picture: 'http://b.example/' } },
    { ...kept, displayName: 'B', picture: 'http://b.example/' },
  ],
  ['overwrites the email', { email: 'b@b.example' }, { ...kept, email: 'b@b.example' }],
  ['keeps the email when it is null', { email: null }, kept],
]

describe('the external user of generateSession', () => {
  it('stores email and profile under the externalId', async () => {
    const owner = await server.admin()

    await mint(owner, first)

    expect(await storedUser(server, owner, 'user-1')).toMatchObject(kept)
  })

  it.each(later)('on a later call %s', async (_, body, stored) => {
    const owner = await server.admin()
    await mint(owner, first)

    await mint(owner, { externalId: 'user-1', ...body })

    expect(await storedUser(server, owner, 'user-1')).toMatchObject(stored)
  })

  it('is another one in each embed tenant, and outside any', async () => {
    const owner = await server.admin()

    await mint(owner, first)
    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp', email: 'acme@a.example' })
    await mint(owner, { externalId: 'user-1', embedTenantName: 'other-corp' })

    expect(await storedUser(server, owner, 'user-1')).toMatchObject({ email: 'ada@a.example' })
    expect(await storedUser(server, owner, 'user-1', 'acme-corp')).toMatchObject({ email: 'acme@a.example', displayName: null })
    expect(await storedUser(server, owner, 'user-1', 'other-corp')).toMatchObject({ email: null, displayName: null })
  })

  it('is one and the same for twenty first requests at once', async () => {
    const owner = await server.admin()

    const minted = await Promise.all(Array.from({ length: 20 }, (_, n) => mint(owner, { externalId: 'user-1', email: `${n}@a.example` })))

    expect(new Set(minted).size).toBe(20)
    const users = await server.database().query('select id from external_users where tenant_id = $1', [owner.tenantId])
    expect(users).toHaveLength(1)
  })
})
