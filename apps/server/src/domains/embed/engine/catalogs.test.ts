import { describe, expect, it } from 'vitest'
import type { FunctionCalls } from '#db'
import { type CatalogRequest, createCatalogs } from './catalogs.ts'

type Stored = {
  epoch: number
  embedEpoch: number
  embedTenantId: number | null
  groups: Record<string, number>
  attributes: Record<string, number>
}

const stored = (more: Partial<Stored> = {}): Stored => ({
  epoch: 1,
  embedEpoch: 0,
  embedTenantId: null,
  groups: {},
  attributes: {},
  ...more,
})

/** Catalogs over a database of one row, which counts how often it is asked. */
const given = (first: Stored) => {
  const database = { row: first, asked: 0 }
  const calls: FunctionCalls = {
    close: () => Promise.resolve(),
    call: <Row extends object>(_name: string, _text: string, values: unknown[]) => {
      database.asked++
      const { epoch, embedEpoch, embedTenantId, groups, attributes } = database.row
      const wanted = (list: unknown, known: Record<string, number>) =>
        Object.entries(known).flatMap(([name, id]) => ((list as string[]).includes(name) ? [{ id, name }] : []))
      const row = {
        epoch,
        embed_epoch: embedEpoch,
        embed_tenant_id: embedTenantId,
        embed_display_name: null,
        groups: wanted(values[3], groups).map((group) => ({ ...group, namespace: 'groups', description: null })),
        attributes: wanted(values[5], attributes).map((attribute) => ({ ...attribute, type: 'string' })),
      }
      return Promise.resolve([row] as unknown as Row[])
    },
  }
  return { catalogs: createCatalogs(calls), database }
}

const request = (more: Partial<CatalogRequest> = {}): CatalogRequest => ({
  tenantId: 1,
  embedTenantName: null,
  isEmbedScope: false,
  groups: [],
  tenantGroups: [],
  attributes: [],
  ...more,
})

describe('the catalogs in memory', () => {
  it('answer names they know without the database, and without a promise', async () => {
    const { catalogs, database } = given(stored({ groups: { premium: 5 } }))
    await catalogs.get(request({ groups: ['premium'] }))

    const again = catalogs.get(request({ groups: ['premium'] }))

    expect(again).not.toBeInstanceOf(Promise)
    expect((await again)?.groups.get('premium')?.id).toBe(5)
    expect(database.asked).toBe(1)
  })

  it('ask for a name they do not know, and keep those they know beside it', async () => {
    const { catalogs, database } = given(stored({ groups: { premium: 5, basic: 6 }, attributes: { region: 7 } }))
    await catalogs.get(request({ groups: ['premium'] }))

    await catalogs.get(request({ groups: ['basic'], attributes: ['region'] }))
    const both = await catalogs.get(request({ groups: ['premium', 'basic'], attributes: ['region'] }))

    expect([both?.groups.get('premium')?.id, both?.groups.get('basic')?.id, both?.attributes.get('region')?.id]).toEqual([5, 6, 7])
    expect(database.asked).toBe(2)
  })

  it('ask every time for a name that is not there: it may be made any moment', async () => {
    const { catalogs, database } = given(stored())
    expect((await catalogs.get(request({ groups: ['new'] })))?.groups.has('new')).toBe(false)
    database.row = stored({ epoch: 2, groups: { new: 9 } })

    expect((await catalogs.get(request({ groups: ['new'] })))?.groups.get('new')?.id).toBe(9)
  })

  it.each([
    ['the tenant-wide epoch', { epoch: 2 }],
    ['the epoch of the embed tenant', { embedEpoch: 2 }],
    ['the embed tenant itself', { embedTenantId: 4 }],
  ])('forget what they knew when a reload shows a change of %s', async (_, change) => {
    const before = stored({ embedEpoch: 1, embedTenantId: 3, groups: { editors: 5, readers: 6 } })
    const { catalogs, database } = given(before)
    const scope = { embedTenantName: 'acme-corp', isEmbedScope: true }
    await catalogs.get(request({ ...scope, groups: ['editors', 'readers'] }))
    database.row = { ...before, ...change, groups: { editors: 50 } }

    await catalogs.reload(request({ ...scope, groups: ['editors'] }))

    expect((await catalogs.get(request({ ...scope, groups: ['editors'] })))?.groups.get('editors')?.id).toBe(50)
    const asked = database.asked
    expect((await catalogs.get(request({ ...scope, groups: ['readers'] })))?.groups.has('readers')).toBe(false)
    expect(database.asked).toBe(asked + 1)
  })

  it('do not remember an embed tenant that is not there: the first session makes it', async () => {
    const { catalogs, database } = given(stored())
    const asking = request({ embedTenantName: 'acme-corp' })
    expect((await catalogs.get(asking))?.embedTenant).toBeNull()
    database.row = stored({ embedTenantId: 3, embedEpoch: 1 })

    expect((await catalogs.get(asking))?.embedTenant).toMatchObject({ id: 3 })
    await catalogs.get(asking)
    expect(database.asked).toBe(2)
  })

  it('keep tenants, embed tenants and scopes apart', async () => {
    const { catalogs, database } = given(stored({ embedTenantId: 3, groups: { premium: 5 } }))
    const all = [
      request({ groups: ['premium'] }),
      request({ groups: ['premium'], tenantId: 2 }),
      request({ groups: ['premium'], embedTenantName: 'acme-corp' }),
      request({ groups: ['premium'], embedTenantName: 'acme-corp', isEmbedScope: true }),
      request({ groups: ['premium'], embedTenantName: 'other-corp', isEmbedScope: true }),
    ]

    for (const one of all) await catalogs.get(one)
    expect(database.asked).toBe(all.length)
    for (const one of all) await catalogs.get(one)
    expect(database.asked).toBe(all.length)
  })
})
