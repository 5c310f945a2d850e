import { describe, expect, it } from 'vitest'
import {
  type Actor,
  exportedFiles,
  givenEmbedGroup,
  givenEmbedTenant,
  givenFolder,
  givenGrant,
  imported,
  packed,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

const folderFile = (file: object) => packed({ 'folders/a.json': JSON.stringify({ path: ['Shown'], position: 0, ...file }) })

const fileOf = async (actor: Actor) =>
  JSON.parse(Object.entries(await exportedFiles(actor)).find(([path]) => path.startsWith('folders/'))?.[1] ?? '') as Record<string, unknown>

describe('importContent', () => {
  it('grants nothing to groups of embed tenants, nor to an embed tenant that is gone', async () => {
    const owner = await server.admin()
    const [acme, gone] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
    await givenEmbedGroup(server, owner, { name: 'analysts', namespace: 'groups' }, acme)
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: gone.embedTenantName } })
    const grants = [
      { to: 'group', name: 'analysts', level: 'view' },
      { to: 'embed_tenant', name: gone.embedTenantName, level: 'view' },
    ]

    const { items } = await imported(owner, folderFile({ grants }))

    expect(items[0]?.notes).toEqual(grants.map(({ to, name }) => expect.stringContaining(`${to} "${name}" was not found here`) as string))
    expect((await fileOf(owner))['grants']).toEqual([])
  })

  it('gives nothing to somebody who was deactivated', async () => {
    const owner = await server.admin()
    const leaver = await server.colleague(owner, { role: 'Explorer' })
    const { email } = await leaver.api.getCurrentUser({})
    await owner.api.updateUser({ params: { userId: await personIdOf(leaver) }, body: { isDeactivated: true } })

    const { items } = await imported(owner, folderFile({ owner: email }))

    expect(items[0]?.notes).toEqual([expect.stringContaining('or is deactivated: it is yours')])
    expect((await fileOf(owner))['owner']).toBe((await owner.api.getCurrentUser({})).email)
  })
})

describe('exportContent', () => {
  it('tells a key that names embed tenants of those alone', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
    const [mine, other] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
    for (const { embedTenantId } of [mine, other])
      await givenGrant(server, owner, folder.id, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
    const keyed = await server.colleague(owner, { role: 'Admin', scope: { embedTenants: [mine.embedTenantName], tenantWide: true } })

    expect((await fileOf(owner))['grants']).toHaveLength(2)
    expect((await fileOf(keyed))['grants']).toEqual([{ to: 'embed_tenant', name: mine.embedTenantName, level: 'view' }])
  })
})
