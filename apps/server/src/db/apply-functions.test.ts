import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createClient, type Functions, migrate, type Migration, readFunctions } from '#db'
import { createEmptyDatabase, type EmptyDatabase } from '#test'

let database: EmptyDatabase
let said: string[]

beforeEach(async () => {
  database = await createEmptyDatabase(inject('postgresUrl'))
  said = []
})
afterEach(() => database.drop())

const tables: Migration = {
  version: 1,
  name: 'tables',
  sql: 'create table visits (id int)',
  checksum: 'tables',
  isTransactional: true,
  oldestReader: 1,
}

const answering = (answer: number, name = 'answer') =>
  `create or replace function facet_${name}() returns int language sql as $$ select ${answer} $$`

const functions = (revision: number, files: Record<string, string>): Functions => ({
  revision,
  checksum: JSON.stringify(files),
  files: Object.entries(files).map(([name, sql]) => ({ name, sql, checksum: sql, isEveryRun: sql.startsWith('insert'), after: [] })),
})

const run = async (built: Functions): Promise<string[]> => {
  said = []
  await migrate({ url: database.url, migrations: [tables], functions: built }, (line) => void said.push(line))
  return said
}

const answer = async (name = 'answer'): Promise<unknown> => (await database.query<{ it: number }>(`select facet_${name}() as it`))[0]?.it

const journal = () => database.query('select file, checksum, revision from schema_functions order by file')

describe('facet migrate and functions', () => {
  it('gives up a table that somebody holds instead of having writers wait behind it', async () => {
    const fire = 'create or replace function facet_fire() returns trigger language plpgsql as $$ begin return new; end $$'
    await run(functions(1, { 'a/fire': fire }))
    const holder = createClient(database.url)
    await holder.connect()
    await holder.query('begin; lock table visits in access share mode; insert into visits values (1)')
    const trigger = 'create or replace trigger fire before insert on visits for each row execute function facet_fire()'

    const outcome = await run(functions(2, { 'a/fire': fire, 'b/trigger': trigger })).catch((error: unknown) => error)
    await holder.end()

    expect(outcome).toMatchObject({ cause: { code: '55P03' } })
  })

  it('waits for a table that somebody holds for a moment, and lets writers through meanwhile', async () => {
    const fire = 'create or replace function facet_fire() returns trigger language plpgsql as $$ begin return new; end $$'
    await run(functions(1, { 'a/fire': fire }))
    const [holder, writer] = [createClient(database.url), createClient(database.url)]
    await Promise.all([holder.connect(), writer.connect()])
    await holder.query('begin; insert into visits values (0)')
    const trigger = 'create or replace trigger fire before insert on visits for each row execute function facet_fire()'

    const applied = run(functions(2, { 'a/fire': fire, 'b/trigger': trigger }))
    const waiting = "select from pg_locks where not granted and relation = 'visits'::regclass"
    await expect.poll(() => database.query(waiting)).toHaveLength(1)
    await writer.query("set statement_timeout = '3s'")
    await writer.query('insert into visits values (1)')
    await holder.query('rollback')

    expect((await applied).join()).toContain('b/trigger')
    await Promise.all([holder.end(), writer.end()])
  })

  it('takes the right to execute from whoever a file does not name', async () => {
    const name = 'facet_claim_events_of(bigint, text[], uuid, int, int, int)'
    await migrate({ url: database.url }, () => undefined)
    await database.query(`grant execute on function ${name} to facet_service`)
    await database.query("update schema_functions set checksum = 'another' where file = 'outbox/claim_events_of'")

    await migrate({ url: database.url }, () => undefined)

    expect(await database.query(`select has_function_privilege('facet_service', '${name}', 'execute') as may`)).toEqual([{ may: false }])
  })

  it('leaves the prelude of a newer build alone as well', async () => {
    await run(functions(2, { 'prelude/answer': answering(2) }))
    await run(functions(1, { 'prelude/answer': answering(1) }))

    expect(await answer()).toBe(2)
  })

  it('applies what changed and nothing else, and says which', async () => {
    await run(functions(1, { 'a/answer': answering(1), 'a/other': answering(5, 'other') }))

    expect(await run(functions(2, { 'a/answer': answering(2), 'a/other': answering(5, 'other') }))).toEqual(['applied functions: a/answer'])
    expect(await answer()).toBe(2)
    expect(await journal()).toMatchObject([
      { file: 'a/answer', checksum: answering(2), revision: 2 },
      { file: 'a/other', revision: 2 },
    ])
    expect(await run(functions(2, { 'a/answer': answering(2), 'a/other': answering(5, 'other') }))).toEqual([])
  })

  it('goes back to an earlier text when a newer build has it again', async () => {
    await run(functions(1, { 'a/answer': answering(1) }))
    await run(functions(2, { 'a/answer': answering(2) }))

    expect(await run(functions(3, { 'a/answer': answering(1) }))).toEqual(['applied functions: a/answer'])
    expect(await answer()).toBe(1)
  })

  it('leaves functions of a newer build alone, and says so', async () => {
    await run(functions(2, { 'a/answer': answering(2) }))

    expect(await run(functions(1, { 'a/answer': answering(1) }))).toEqual(['the functions are those of a newer build and stay as they are'])
    expect(await answer()).toBe(2)
    expect(await journal()).toMatchObject([{ revision: 2 }])
  })

  it('applies all of them or none', async () => {
    await run(functions(1, { 'a/answer': answering(1) }))
    const broken = functions(2, { 'a/answer': answering(2), 'b/broken': 'create or replace function facet_broken() nonsense' })

    await expect(run(broken)).rejects.toMatchObject({
      message: 'Function file b/broken failed and was undone, with all of its run.',
      cause: { code: '42601' },
    })
    expect(await answer()).toBe(1)
    expect(await journal()).toMatchObject([{ revision: 1 }])
  })

  it('lets a body call what a later file makes, and refuses one that calls what none makes', async () => {
    const calling = 'create or replace function facet_calling() returns int language sql as $$ select facet_later() $$'
    await expect(run(functions(1, { 'a/calling': calling }))).rejects.toMatchObject({
      message: 'The body of facet_calling() is wrong; the function files were undone, with all of their run.',
      cause: { code: '42883' },
    })

    await run(functions(1, { 'a/calling': calling, 'b/later': answering(7, 'later') }))

    expect(await answer('calling')).toBe(7)
  })

  it('leaves the function of a file that is gone to a migration, and applies the file again when it comes back', async () => {
    await run(functions(1, { 'a/answer': answering(1), 'a/other': answering(5, 'other') }))
    await run(functions(2, { 'a/other': answering(5, 'other') }))
    expect(await answer()).toBe(1)
    await database.query('drop function facet_answer()')

    await run(functions(3, { 'a/answer': answering(1), 'a/other': answering(5, 'other') }))

    expect(await answer()).toBe(1)
  })

  it('does at every run what is to be done then', async () => {
    const built = functions(1, { 'a/answer': answering(1), 'a/visit': 'insert into visits values (facet_answer())' })

    await run(built)
    await run(built)

    expect(await database.query('select id from visits')).toEqual([{ id: 1 }, { id: 1 }])
  })

  it('has the prelude before the migrations', async () => {
    const needing = { ...tables, sql: 'create table visits (id int default facet_answer())' }

    await migrate(
      { url: database.url, migrations: [needing], functions: functions(1, { 'prelude/answer': answering(4) }) },
      () => undefined,
    )

    expect(await journal()).toMatchObject([{ file: 'prelude/answer', revision: 1 }])
  })

  it('leaves the product as it is when every file is applied a second time', async () => {
    const catalog = () =>
      database.query(`select p.oid::regprocedure::text, p.proowner, p.proacl::text, p.proconfig, md5(p.prosrc) from pg_proc p
        where p.pronamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(t.oid), null, null, null, null from pg_trigger t where not t.tgisinternal order by 1`)
    await migrate({ url: database.url }, () => undefined)
    const before = await catalog()
    await database.query("update schema_functions set checksum = 'another', revision = 0")

    const { functions: applied } = await migrate({ url: database.url }, () => undefined)

    expect(applied).toBe(readFunctions().files.filter(({ isEveryRun }) => !isEveryRun).length)
    expect(await catalog()).toEqual(before)
  })
})
