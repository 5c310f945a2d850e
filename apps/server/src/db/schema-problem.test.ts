import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createFunctionCalls, findSchemaProblem, migrate, readBuildSchema, schemaProblem } from '#db'
import { createEmptyDatabase, type EmptyDatabase, serviceUser } from '#test'

const build = { newest: 9, functions: { revision: 4, checksum: 'four' } }
const served = { version: 9, oldestReader: 1, functions: { revision: 4, checksum: 'four' } }

describe('schemaProblem', () => {
  it.each([
    ['are its own', { revision: 4, checksum: 'four' }],
    ['are of a newer build', { revision: 5, checksum: 'five' }],
  ])('lets a build serve when the functions %s', (_, functions) => {
    expect(schemaProblem({ ...served, functions }, build)).toBeNull()
  })

  it.each([
    ['were never applied', { revision: 0, checksum: '' }, 'are revision 0; this build needs 4. Run facet migrate.'],
    ['are of an older build', { revision: 3, checksum: 'three' }, 'are revision 3; this build needs 4. Run facet migrate.'],
    [
      'are others of the same revision',
      { revision: 4, checksum: 'another four' },
      'are not those of this build, though both are revision 4.',
    ],
  ])('refuses when the functions %s', (_, functions, says) => {
    expect(schemaProblem({ ...served, functions }, build)).toContain(`The functions of the database ${says}`)
  })
})

describe('findSchemaProblem', () => {
  let database: EmptyDatabase
  const find = async (): Promise<string | null> => {
    const calls = createFunctionCalls(database.serviceUrl)
    try {
      return await findSchemaProblem(calls, readBuildSchema())
    } finally {
      await calls.close()
    }
  }

  beforeEach(async () => {
    database = await createEmptyDatabase(inject('postgresUrl'))
  })
  afterEach(() => database.drop())

  it('finds none after facet migrate, and one before', async () => {
    expect(await find()).toBe('The database is not migrated yet. Run facet migrate.')

    await migrate({ url: database.url, serviceUser }, () => undefined)

    expect(await find()).toBeNull()
  })

  it('notices a single function that is not the one of this build', async () => {
    await migrate({ url: database.url, serviceUser }, () => undefined)
    await database.query("update schema_functions set checksum = 'another' where file = 'embed/mint_sessions'")

    expect(await find()).toContain('are not those of this build')
  })

  it('lets the build before serve while a migrator is between its migrations and its functions', async () => {
    await migrate({ url: database.url, serviceUser }, () => undefined)
    await database.query("insert into schema_migrations values (900, 'expand', '', 1, now(), 0)")

    expect(await find()).toBeNull()
  })
})
