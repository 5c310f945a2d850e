import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient, createPool, lazyTransaction, type Pool, sql } from '#db'
import { fillTenant, listTenantTables, type TenantTable, useDatabase } from '#test'

const insufficientPrivilege = '42501'

const database = useDatabase()
let pool: Pool
let tables: TenantTable[]
let own: number
let foreign: number

beforeAll(async () => {
  own = await fillTenant(database.query, 'own')
  foreign = await fillTenant(database.query, 'foreign')
  pool = createPool(database.serviceUrl, 2, () => undefined)
  tables = await listTenantTables(database.query)
})
afterAll(() => pool.end())

type Outcome = { rows: { tenant: number }[]; affected: number; refused: boolean }

/** Runs a statement as the service in the tenant and undoes it. */
const asOwner = async (statement: string): Promise<Outcome> => {
  const transaction = lazyTransaction(pool, own, 'read write')
  try {
    const { rows, numAffectedRows } = await sql.raw<{ tenant: number }>(statement).execute(transaction.db)
    return { rows, affected: Number(numAffectedRows ?? rows.length), refused: false }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === insufficientPrivilege) return { rows: [], affected: 0, refused: true }
    throw error
  } finally {
    await transaction.rollback()
  }
}

const mayDo = async (privilege: string, table: string): Promise<boolean> =>
  (await database.query<{ may: boolean }>("select has_table_privilege('facet_service', $1, $2) as may", [table, privilege]))[0]?.may ===
  true

/** The row of the own tenant as it is, but for the tenant. Given names so that no key stands in the way before the wall does. */
const copyTo = async (tenantId: number, { name, key }: TenantTable): Promise<string> => {
  const [row] = await database.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const changed = `jsonb_populate_record(null::${name}, to_jsonb(t) || '{"${key}": ${tenantId}}')`
  return `insert into ${name} (${row?.columns}) select ${row?.columns} from (select (${changed}).* from ${name} t limit 1) changed`
}

const foreignRows = async (): Promise<string[]> => {
  const states: string[] = []
  for (const { name, key } of tables) {
    const [row] = await database.query<{ state: string }>(
      `select count(*) || ' ' || md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)) as state from ${name} t where ${key} = $1`,
      [foreign],
    )
    states.push(`${name} ${row?.state}`)
  }
  return states
}

describe('row security, as the role that serves', () => {
  it('is tried on tables that hold rows of both tenants, partitions included', async () => {
    for (const { name, key } of tables) {
      const held = await database.query<{ tenant: string }>(`select distinct ${key}::text as tenant from ${name}`)
      expect([name, ...held.map(({ tenant }) => Number(tenant)).toSorted((a, b) => a - b)]).toEqual([name, own, foreign])
    }
    expect(tables.filter(({ isPartition }) => isPartition).length).toBeGreaterThanOrEqual(4)
  })

  it('shows the own rows of every table and partition and no other', async () => {
    for (const { name, key } of tables) {
      const { rows } = await asOwner(`select ${key} as tenant from ${name}`)
      expect(rows.length, name).toBeGreaterThan(0)
      expect(new Set(rows.map(({ tenant }) => tenant)), name).toEqual(new Set([own]))
    }
  })

  it('finds nothing when the other tenant is asked for by name', async () => {
    for (const { name, key } of tables)
      expect((await asOwner(`select ${key} as tenant from ${name} where ${key} = ${foreign}`)).rows, name).toEqual([])
  })

  it('changes and deletes own rows, and none of another tenant', async () => {
    const before = await foreignRows()
    for (const { name, key } of tables) {
      for (const [privilege, statement] of [
        ['update', `update ${name} set ${key} = ${key} where ${key} = `],
        ['delete', `delete from ${name} where ${key} = `],
      ] as const) {
        const rightful = await asOwner(`${statement}${own}`)
        expect([name, privilege, rightful.affected > 0]).toEqual([name, privilege, await mayDo(privilege, name)])
        expect([name, privilege, (await asOwner(`${statement}${foreign}`)).affected]).toEqual([name, privilege, 0])
      }
    }
    expect(await foreignRows()).toEqual(before)
  })

  it('refuses a row written to another tenant, into the table and into the partition', async () => {
    const before = await foreignRows()
    for (const table of tables) expect([table.name, (await asOwner(await copyTo(foreign, table))).refused]).toEqual([table.name, true])
    expect(await foreignRows()).toEqual(before)
  })

  it('takes a row of the own tenant, into the table and into the partition', async () => {
    for (const { name } of tables.filter((table) => table.name.startsWith('audit_entries'))) {
      const { affected } = await asOwner(
        `insert into ${name} (tenant_id, at, operation, outcome, actor_kind, actor_name, targets) select tenant_id, at, operation, outcome, actor_kind, actor_name, targets from ${name} limit 1`,
      )
      expect([name, affected]).toEqual([name, 1])
    }
    expect((await asOwner(`insert into roles (tenant_id, name, actions) values (${own}, 'Another', '{All}')`)).affected).toBe(1)
  })

  it('refuses to move an own row to another tenant', async () => {
    for (const { name, key } of tables) {
      const moved = await asOwner(`update ${name} set ${key} = ${foreign} where ${key} = ${own}`)
      expect([name, moved.refused]).toEqual([name, true])
    }
  })
})

describe('a connection without a tenant', () => {
  const withClient = async (work: (client: Client) => Promise<void>): Promise<void> => {
    const client = createClient(database.serviceUrl)
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }

  it.each([
    ['never set', 'select 1'],
    ['set to nothing', "select set_config('facet.tenant_id', '', false)"],
    ['left over from a transaction that ended', "begin; select set_config('facet.tenant_id', '1', true); commit"],
  ])('sees no row of any table or partition when it was %s', async (_, before) => {
    await withClient(async (client) => {
      await client.query(before)
      for (const { name } of tables) expect((await client.query(`select 1 from ${name}`)).rows, name).toEqual([])
    })
  })

  it('can write to none of them', async () => {
    await withClient(async (client) => {
      await expect(client.query("insert into tenants (name) values ('sneaked in')")).rejects.toMatchObject({ code: insufficientPrivilege })
      await expect(client.query('delete from api_keys')).resolves.toMatchObject({ rowCount: 0 })
      await expect(client.query('truncate api_keys')).rejects.toMatchObject({ code: insufficientPrivilege })
      await expect(client.query('alter table api_keys disable row level security')).rejects.toMatchObject({ code: insufficientPrivilege })
      await expect(client.query('set role facet_function')).rejects.toMatchObject({ code: insufficientPrivilege })
    })
  })
})
