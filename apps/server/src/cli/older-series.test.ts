import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase, programEnv, runFacet } from '#test'

const sentence =
  'The database has schema 7 of the migrations from before 0.1.0, which were replaced, and cannot be brought to this build. ' +
  'Keep a dump of it if you need what is in it, create an empty database, run facet migrate there, and use an empty object store.'

let database: EmptyDatabase
let folder: string
let env: Record<string, string>

beforeEach(async () => {
  database = await createEmptyDatabase(inject('postgresUrl'))
  folder = mkdtempSync(join(tmpdir(), 'facet-older-'))
  env = programEnv(database.serviceUrl, {
    FACET_MIGRATE_DATABASE_URL: database.url,
    FACET_DATA_FOLDER: folder,
    FACET_OBJECT_STORE: `file://${folder}/objects`,
  })
  // The journal as it was then: the same table, and none of functions beside it.
  await database.query(`create table schema_migrations (version int primary key, name text not null, checksum text not null,
    oldest_reader int not null default 1, applied_at timestamptz not null default now(), duration_ms int not null)`)
  await database.query(`insert into schema_migrations (version, name, checksum, duration_ms)
    select n, 'of the older series', 'another', 1 from generate_series(1, 7) n`)
  await database.query('grant select on schema_migrations to facet_service')
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

describe('a database from before the migrations were replaced', () => {
  it('is refused by facet migrate, which leaves it as it is', async () => {
    const { code, stderr } = await runFacet(['migrate'], env)

    expect([code, stderr.trim()]).toEqual([1, `facet: ${sentence}`])
    expect(await database.query("select to_regclass('schema_functions') as functions, to_regclass('tenants') as tenants")).toEqual([
      { functions: null, tenants: null },
    ])
  })

  it('is refused by facet doctor and facet serve', async () => {
    const [doctor, serve] = [await runFacet(['doctor'], env), await runFacet(['serve'], env)]

    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain(`FAIL  schema: ${sentence}`)
    expect(serve.code).toBe(1)
    expect(serve.stderr).toContain(sentence)
  })
})
