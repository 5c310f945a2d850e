import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Client, createClient, createFunctionCalls } from '#db'
import { createCatalogs, createExchanger, createMinter, readSessionId } from '#engine/embed'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { fillTenant } from './tenant-rows.ts'

let database: TestDatabase
let tenantId: number
let relations: Relation[]

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  // What is tried here is the wall behind this one: an operator may have given the right again.
  await database.query(`do $$ begin execute format('grant temporary on database %I to facet_service', current_database()); end $$`)
  tenantId = await fillTenant(database.query, 'own')
  relations = await database.query<Relation>(
    `select c.relname as name, string_agg(format('%I %s', a.attname, case t.typtype when 'p' then 'text' else format_type(t.oid, null) end), ', ') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname not in ('xmin', 'xmax') join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p', 'v') and c.relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace)
       and exists (select from pg_proc f where f.pronamespace = 'public'::regnamespace and position(c.relname in f.prosrc) > 0) group by 1`,
  )
})
afterAll(() => database.drop())

type Relation = { name: string; columns: string }

/** One statement that makes an empty temporary table of the name of each table that a function names, PostgreSQL's own among them, for everyone to use. */
const standIns = (): string =>
  `do $make$ begin ${relations
    .map(({ name, columns }) => `create temporary table "${name}" (${columns}); grant all on pg_temp."${name}" to public;`)
    .join(' ')} end $make$`

/** A connection of the service, all of whose work is undone. */
const asService = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = createClient(database.serviceUrl)
  await client.connect()
  try {
    await client.query(`begin; select set_config('facet.tenant_id', '${tenantId}', true)`)
    return await work(client)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

const written = async (client: Client): Promise<string[]> => {
  const found: string[] = []
  for (const { name } of relations) if ((await client.query(`select from pg_temp."${name}" limit 1`)).rows.length > 0) found.push(name)
  return found
}

const attempt = async (client: Client, statement: string): Promise<string> => {
  await client.query('savepoint attempt')
  try {
    const { rows } = await client.query(statement)
    return JSON.stringify(rows)
  } catch (error) {
    await client.query('rollback to attempt')
    return String(error)
  }
}

const argumentOf = (name: string, type: string): string => {
  if (name === 'p_tenant_id') return String(tenantId)
  if (type.endsWith('[]')) return `'{1}'::${type}`
  if (['bigint', 'integer'].includes(type)) return '1'
  if (type === 'uuid') return "'00000000-0000-4000-8000-000000000001'::uuid"
  if (type.startsWith('timestamp')) return `'-infinity'::${type}`
  return type === 'jsonb' ? "'[]'" : `'1'::${type}`
}

type Callable = { name: string; names: string[] | null; types: string[] }

/** Each function that runs with its owner's rights and that the service may call, called once. */
const listCalls = async (): Promise<string[]> =>
  (
    await database.query<Callable>(
      `select f.proname as name, f.proargnames::text[] as names, array(select format_type(t, null) from unnest(f.proargtypes) t) as types
       from pg_proc f where f.pronamespace = 'public'::regnamespace and f.prosecdef and f.prorettype <> 'trigger'::regtype
         and has_function_privilege('facet_service', f.oid, 'execute') order by 1`,
    )
  ).map(({ name, names, types }) => {
    const values = types.map((type, place) => argumentOf(names?.[place] ?? '', type))
    return `select * from public.${name}(${values.join(', ')})`
  })

/** Without what goes on between two calls although nothing of them is kept: the sequence and the clock. */
const settled = (answer: string): string => answer.replaceAll(/"(last_id|waiting_seconds|facet_move_ids)":[\d.]+/g, '"$1":…')

const own = (table: string): string => `public.${table} where tenant_id = ${tenantId}`

/** Writes that set off each trigger there is. */
const writes = (): string[] => [
  `insert into public.groups (tenant_id, namespace, name) values (${tenantId}, 'groups', 'another')`,
  `update public.external_users set group_ids = array(select id from ${own('groups')}) where tenant_id = ${tenantId}`,
  `delete from ${own('groups')}`,
  `insert into public.external_users (tenant_id, external_id, group_ids) values (${tenantId}, 'another', '{1,2}')`,
  `delete from ${own('external_users')}`,
  `delete from ${own('user_attributes')}`,
  `update public.embed_tenants set removed_at = now() where tenant_id = ${tenantId}`,
  `insert into public.embed_watermarks (tenant_id, kind, subject_id) values (${tenantId}, 'key', 1)`,
  `update public.tenant_settings set settings = '{}' where tenant_id = ${tenantId}`,
  `update public.upload_files set object_key = 'another' where tenant_id = ${tenantId}`,
  `insert into public.content_items (tenant_id, deployment_id, kind, name, sort_name) select tenant_id, id, 'folder', 'another', 'another' from ${own('deployments')}`,
  `insert into public.content_grants (tenant_id, item_id, deployment_id, item_kind, grantee_kind, level)
    select tenant_id, id, deployment_id, kind, 'organisation', 1 from ${own('content_items')} and kind = 'folder'`,
  `delete from ${own('uploads')}`,
  `delete from ${own('repositories')}`,
  `delete from ${own('principals')}`,
]

/** What the triggers are for, as counts of what they write. */
const effects = [
  'select epoch from public.revocation_epoch',
  'select sum(epoch) from public.catalog_epochs',
  'select count(*) from public.group_members',
  'select sum(users) from public.external_user_counts',
  'select count(*) from public.unreferenced_objects',
  'select count(*) from public.content_items where has_grants',
]

const writeAll = (isStoodIn: boolean) =>
  asService(async (client) => {
    if (isStoodIn) await client.query(standIns())
    const seen: unknown[] = []
    for (const statement of writes()) {
      await client.query(statement)
      for (const effect of effects) seen.push((await client.query({ text: effect, rowMode: 'array' })).rows)
    }
    return { seen, written: isStoodIn ? await written(client) : [] }
  })

describe('temporary tables of the names of others', () => {
  it('are made of what functions name', () => {
    const names = relations.map(({ name }) => name)

    expect(names).toEqual(expect.arrayContaining(['pg_class', 'pg_inherits', 'external_users', 'embed_sessions', 'embed_sessions_default']))
  })

  it('do not lead the removal of old hours to the audit trail', async () => {
    const entries = () => database.query('select tenant_id, id from audit_entries order by id')
    const before = await entries()
    await asService(async (client) => {
      await client.query('create temporary table pg_class (oid oid, relname name)')
      await client.query('create temporary table pg_inherits (inhrelid oid, inhparent oid)')
      await client.query('grant all on pg_temp.pg_class, pg_temp.pg_inherits to public')
      await client.query(
        "insert into pg_temp.pg_class select oid, relname from pg_catalog.pg_class where relname ~ '^audit_entries_[0-9]+$' and relkind = 'r'",
      )
      await client.query("insert into pg_temp.pg_inherits select oid, 'public.embed_sessions'::regclass from pg_temp.pg_class")
      await client.query('select public.facet_drop_embed_partitions(168, 26); commit')
    })

    expect(before.length).toBeGreaterThan(0)
    expect(await entries()).toEqual(before)
  })

  it('change nothing of what functions answer that run with the rights of their owner', async () => {
    await database.query("select facet_make_embed_partition('embed_sessions', 1000)")
    const statements = await listCalls()
    const answersOf = async (client: Client): Promise<string[]> => {
      const answers: string[] = []
      for (const statement of statements) answers.push(`${statement}: ${await attempt(client, statement)}`)
      return answers
    }
    const expected = await asService(answersOf)

    const { answers, found } = await asService(async (client) => {
      await client.query(standIns())
      return { answers: await answersOf(client), found: await written(client) }
    })

    expect(answers.map(settled)).toEqual(expected.map(settled))
    expect(found).toEqual([])
    // Had most of them failed, nothing would have been tried.
    expect(expected.filter((answer) => answer.includes('rror')).length).toBeLessThan(3)
  })

  it('change nothing of what triggers write', async () => {
    const expected = await writeAll(false)
    const stoodIn = await writeAll(true)

    expect(stoodIn).toEqual(expected)
    expect(new Set(expected.seen.map((rows) => JSON.stringify(rows))).size).toBeGreaterThan(effects.length)
  })

  it('are not minted from, exchanged against or believed', async () => {
    await database.query('delete from embed_watermarks')
    const [stored] = await database.query<{ deployment: string; key: string }>(
      'select d.id as deployment, k.id as key from deployments d join api_keys k using (tenant_id) where tenant_id = $1',
      [tenantId],
    )
    const calls = createFunctionCalls(database.serviceUrl)
    try {
      await calls.call('stand-ins', standIns(), [])
      const names = {
        tenantId,
        embedTenantName: 'acme-corp',
        isEmbedScope: false,
        groups: ['team'],
        tenantGroups: [],
        attributes: ['region'],
      }
      const catalog = await createCatalogs(calls).reload(names)
      if (!catalog) throw new Error('Somebody holds the catalog.')
      const minted = await createMinter(calls).add({
        tenantId,
        embedTenantId: catalog.embedTenant?.id ?? 0,
        externalId: 'user-2',
        internalId: null,
        fingerprint: 'AA==',
        epochs: catalog.epochs,
        deploymentId: Number(stored?.deployment),
        apiKeyId: Number(stored?.key),
        isCreatorMode: false,
        document: {},
        email: null,
        displayName: null,
        picture: null,
        groupIds: [catalog.groups.get('team')?.id ?? 0],
        embedGroupIds: null,
        tenantGroupIds: null,
        attributeValues: null,
        userLimit: 10,
      })
      const session = readSessionId(minted.outcome === 'minted' ? minted.sessionId : '')
      const exchanged = session && (await createExchanger(calls).add({ tenantId, ...session }))

      expect([minted.outcome, exchanged?.outcome]).toEqual(['minted', 'exchanged'])
      expect(
        await database.query(
          "select g.group_id from external_users u join group_members g on g.user_id = u.id where external_id = 'user-2'",
        ),
      ).toHaveLength(1)
    } finally {
      await calls.close()
    }
  })
})
