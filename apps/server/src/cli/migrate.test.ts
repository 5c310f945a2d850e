import { describe, expect, inject, it } from 'vitest'
import { createEmptyDatabase, printedBy, testConfig } from '#test'
import { schemaCheck } from './checks/database.ts'
import { runChecks } from './checks/index.ts'
import { migrateCommand } from './migrate.ts'

describe('facet migrate', () => {
  it('uses the address for migrating, lets the service role in, and says what it did or that there was nothing to do', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const config = testConfig(empty.serviceUrl, { FACET_MIGRATE_DATABASE_URL: empty.url, FACET_CELL: '2' })
    const run = async (): Promise<string[]> => (await printedBy((output) => migrateCommand(config, output))).split('\n')

    const first = await run()
    const second = await run()
    const [ids] = await empty.query<{ next: number }>("select nextval('facet_ids') as next")
    const [role] = await empty.query("select has_table_privilege('facet', 'schema_migrations', 'select') as reads")
    await empty.drop()

    expect(first.at(-1)).toMatch(/^the database went from schema 0 to \d+$/)
    expect(first.at(-2)).toMatch(/^applied functions: all of revision \d+$/)
    expect(second).toEqual([`the database is at schema ${first.length - 2} already`])
    expect(ids?.next).toBeGreaterThan(2 * 2 ** 40)
    expect(role).toEqual({ reads: true })
  })

  it('leaves a database alone, and what is served on it is refused, when a function file of the build was edited', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const config = testConfig(empty.serviceUrl, { FACET_MIGRATE_DATABASE_URL: empty.url })
    const edited = () => 'A file was edited.'

    const outcome = await printedBy((output) => migrateCommand(config, output, edited)).catch((error: unknown) => error)
    const tables = await empty.query("select tablename from pg_tables where schemaname = 'public'")
    const [, finding] = await runChecks([{ name: 'database', run: async () => 'ok' }, schemaCheck(empty.url, edited)])
    await empty.drop()

    expect(outcome).toMatchObject({ message: 'A file was edited.' })
    expect(tables).toEqual([])
    expect(finding).toMatchObject({ name: 'schema', isOk: false, detail: expect.stringContaining('A file was edited.') as string })
  })

  it('says which setting must name another role when its own may not migrate', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const config = testConfig(empty.serviceUrl)

    const outcome = await printedBy((output) => migrateCommand(config, output)).catch((error: unknown) => error)
    await empty.drop()

    expect(outcome).toMatchObject({
      message: expect.stringMatching(/^permission denied .*\. FACET_DATABASE_URL must name a role that owns the database/) as string,
    })
  })
})
