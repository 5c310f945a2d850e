import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '#db'
import { findWallProblems, listTenantTables, serviceUser, useDatabase } from '#test'

const database = useDatabase()
const planted: string[] = []

afterEach(async () => {
  for (const undo of planted.splice(0).toReversed()) await database.query(undo)
})

const plant = async (statements: string[], undo: string): Promise<string[]> => {
  for (const statement of statements) await database.query(statement)
  planted.push(undo)
  return findWallProblems(database.query, serviceUser)
}

const table = 'create table planted (tenant_id bigint not null)'
const enabled = 'alter table planted enable row level security'
const forced = 'alter table planted force row level security'
const policy = 'create policy service on planted to facet_service using (tenant_id = facet_current_tenant())'
const undoTable = 'drop table planted'
const body = "returns int language sql as 'select 1'"
const definer = 'security definer set search_path = pg_catalog, pg_temp'

describe('functions about partitions, called by the service with other numbers than its own', () => {
  const asService = async (statement: string): Promise<void> => {
    const client = createClient(database.serviceUrl)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const partitions = async (): Promise<string[]> =>
    (await listTenantTables(database.query)).filter(({ isPartition }) => isPartition).map(({ name }) => name)

  it('drop no hour that a token or the record of its mint may be in', async () => {
    const before = await partitions()

    await asService('select facet_drop_embed_partitions(-1000000, -1000000)')

    expect(await partitions()).toEqual(before)
  })

  it('make no more of them than anyone needs', async () => {
    await asService('select facet_make_audit_partitions(1000)')
    await asService('select facet_make_embed_partitions(1000)')

    expect((await partitions()).length).toBeLessThan(150)
  })

  it.each(["facet_make_embed_partition('audit_entries', 1)", "facet_make_partition('audit_entries', 'x', 'default', 'all')"])(
    'are not to be had where they take the name of a table: %s',
    async (call) => {
      await expect(asService(`select ${call}`)).rejects.toMatchObject({ code: '42501' })
    },
  )
})

describe('the wall between tenants, by the catalog', () => {
  it('stands around every table of tenants and around every partition', async () => {
    const tables = await listTenantTables(database.query)

    expect(await findWallProblems(database.query, serviceUser)).toEqual([])
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['tenants', 'api_keys', 'deployments', 'audit_entries']))
    expect(tables.filter(({ isPartition }) => isPartition).length).toBeGreaterThanOrEqual(4)
  })

  it('stands around partitions made later', async () => {
    await database.query('select facet_make_audit_partitions(24)')

    expect(await findWallProblems(database.query, serviceUser)).toEqual([])
    expect(
      (await listTenantTables(database.query)).filter(({ name, isPartition }) => isPartition && name.startsWith('audit_')),
    ).toHaveLength(25)
  })

  it('accepts a new table that has it', async () => {
    expect(await plant([table, enabled, forced, policy], undoTable)).toEqual([])
  })

  it.each([
    ['a table without row security', [table], undoTable, 'planted: row security is off'],
    ['row security that its owner passes', [table, enabled, policy], undoTable, 'planted: row security is not forced'],
    ['a table without a policy', [table, enabled, forced], undoTable, 'planted: no policy for facet_service'],
    [
      'a second policy that opens what the first closes',
      [table, enabled, forced, policy, 'create policy wide on planted to public using (true)'],
      undoTable,
      "planted: a policy for {public} lets other tenants' rows pass",
    ],
    [
      'a policy that checks what is read but not what is written',
      [table, enabled, forced, `${policy} with check (true)`],
      undoTable,
      "planted: a policy for {facet_service} lets other tenants' rows pass",
    ],
    [
      'a partition without walls of its own',
      ["create table planted partition of audit_entries for values from ('2001-01-01') to ('2001-02-01')"],
      undoTable,
      'planted: row security is off',
    ],
    [
      'a table without tenants',
      ['create table planted (id bigint)'],
      undoTable,
      'planted: has no tenant_id and is not known as a shared table',
    ],
    [
      "a view that reads with its owner's rights",
      ['create view planted as select tenant_id, name from principals'],
      'drop view planted',
      "planted: a view that reads with its owner's rights",
    ],
    [
      'a service role that became a superuser',
      ['create role planted_service superuser', 'grant facet_service to planted_service'],
      'drop role planted_service',
      'planted_service: is a superuser',
    ],
    [
      'a function that runs as the one who migrates',
      [`create function planted() ${body} ${definer}`, 'revoke all on function planted() from public'],
      'drop function planted()',
      'planted(): is not owned by facet_function',
    ],
    [
      'a function whose names the caller can redirect',
      [`create function planted() ${body} security definer`, 'alter function planted() owner to facet_function'],
      'drop function planted()',
      'planted(): has not the search_path "pg_catalog, pg_temp"',
    ],
    [
      'a function that searches temporary tables first, because it does not say when',
      [
        `create function planted() ${body} security definer set search_path = pg_catalog`,
        'alter function planted() owner to facet_function',
      ],
      'drop function planted()',
      'planted(): has not the search_path "pg_catalog, pg_temp"',
    ],
    [
      'a function that names a catalog without its schema',
      [
        `create function planted() returns bigint language sql ${definer} as 'select count(*) from pg_class c'`,
        'alter function planted() owner to facet_function',
      ],
      'drop function planted()',
      'planted(): names pg_class without its schema',
    ],
    [
      'a function that everyone may call',
      [`create function planted() ${body} security definer`, 'alter function planted() owner to facet_function'],
      'drop function planted()',
      'planted(): may be executed by everyone',
    ],
  ])('notices %s', async (_, statements, undo, problem) => {
    const role = problem.startsWith('planted_service') ? 'planted_service' : serviceUser

    await plant(statements, undo)

    expect(await findWallProblems(database.query, role)).toContain(problem)
  })
})
