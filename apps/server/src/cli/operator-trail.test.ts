import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#context'
import { quiet, testConfig, useDatabase } from '#test'
import { freezeCommand, revokeAllCommand, rotateKeyCommand } from './embed.ts'
import { createTenantCommand, recoverAdminCommand } from './operator.ts'

const database = useDatabase()
let config: Config

const createTenant = (name: string): Promise<void> =>
  createTenantCommand(config, { name, host: `${name}.test`, 'admin-email': `ada@${name}.test` }, quiet)

beforeAll(async () => {
  config = testConfig(database.serviceUrl)
  for (const name of ['acme', 'beta']) await createTenant(name)
  // The first command that needs the installation's encryption key makes it.
  await rotateKeyCommand(config, all, quiet)
})

/** Every row of every table, so that whatever a command left behind shows. */
const everything = async (): Promise<Record<string, string>> => {
  const tables = await database.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await database.query<{ rows: string }>(
        `select coalesce(string_agg(t::text, e'\n' order by t::text), '') as rows from ${name} t`,
      )
      return [name, row?.rows ?? ''] as const
    }),
  )
  return Object.fromEntries(rows)
}

const one = { tenant: 'acme' }
const all = { all: 'true' }
const commands: [name: string, run: () => Promise<void>][] = [
  ['tenants create', () => createTenant('gamma')],
  ['admin recover', () => recoverAdminCommand(config, { tenant: 'acme', email: 'ada@acme.test' }, quiet)],
  ['embed freeze', () => freezeCommand(config, one, true, quiet)],
  ['embed freeze --all', () => freezeCommand(config, all, true, quiet)],
  ['embed thaw', () => freezeCommand(config, one, false, quiet)],
  ['embed thaw --all', () => freezeCommand(config, all, false, quiet)],
  ['embed revoke-all', () => revokeAllCommand(config, one, quiet)],
  ['embed revoke-all --all', () => revokeAllCommand(config, all, quiet)],
  ['embed rotate-key', () => rotateKeyCommand(config, one, quiet)],
  ['embed rotate-key --all', () => rotateKeyCommand(config, all, quiet)],
]

type Entry = { operation: string; tenant: string; targets: object[] }

const trail = () =>
  database.query<Entry>(
    `select a.operation, t.name as tenant, a.targets from audit_entries a join tenants t on t.id = a.tenant_id where a.actor_kind = 'operator' order by a.id`,
  )

describe("an operator's command that cannot be recorded", () => {
  beforeEach(() => database.query("alter table audit_entries add constraint planted check (actor_kind <> 'operator') not valid"))
  afterEach(() => database.query('alter table audit_entries drop constraint planted'))

  it.each(commands)('facet %s changes nothing', async (name, run) => {
    // Thawing changes only what is frozen.
    if (name.includes('thaw')) await database.query('update tenants set embed_frozen_at = now()')
    const before = await everything()

    await expect(run()).rejects.toThrow('planted')

    expect(await everything()).toEqual(before)
    await database.query('update tenants set embed_frozen_at = null')
  })
})

describe("an operator's command over every tenant", () => {
  it.each([
    ['freeze', () => freezeCommand(config, all, true, quiet), 'updated'],
    ['thaw', () => freezeCommand(config, all, false, quiet), 'updated'],
    ['revoke-all', () => revokeAllCommand(config, all, quiet), 'sessions_ended'],
    ['rotate-key', () => rotateKeyCommand(config, all, quiet), 'updated'],
  ])('facet embed %s --all is in the trail of each', async (name, run, did) => {
    const before = await trail()
    const tenants = await database.query<{ id: number; name: string }>('select id::int, name from tenants order by name')

    await run()

    const entries = (await trail()).slice(before.length).toSorted((a, b) => (a.tenant < b.tenant ? -1 : 1))
    expect(entries).toEqual(
      tenants.map((tenant) => ({
        operation: `facet embed ${name}`,
        tenant: tenant.name,
        targets: [{ kind: 'tenant', id: String(tenant.id), did }],
      })),
    )
  })

  it('facet embed freeze says of a tenant that was frozen already that nothing changed, if it was named', async () => {
    await freezeCommand(config, one, true, quiet)
    const before = await trail()

    await freezeCommand(config, one, true, quiet)
    await freezeCommand(config, all, true, quiet)

    const entries = (await trail()).slice(before.length)
    expect(entries.map(({ tenant, targets }) => [tenant, targets])).toEqual([
      ['acme', [{ kind: 'tenant', id: expect.any(String) as string, did: 'unchanged' }]],
      ['beta', [{ kind: 'tenant', id: expect.any(String) as string, did: 'updated' }]],
    ])
  })
})
