import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, programEnv, runFacet, runFacetUnprivileged, type TestDatabase } from '#test'

let database: TestDatabase
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  folder = mkdtempSync(join(tmpdir(), 'facet-cli-'))
  mkdirSync(join(folder, 'closed'), { mode: 0o500 })
  env = programEnv(database.serviceUrl)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const createTenant = (name: string) =>
  runFacet(['tenants', 'create', '--name', name, '--host', `${name}.test`, '--admin-email', `ada@${name}.test`], env)

describe('a data folder that cannot be used', () => {
  it.each([
    ['cannot be made', '/proc/nope', /it does not exist and cannot be made/],
    ['is a file', '/dev/null', /is not a folder/],
    ['is in one that this user may not write to', 'closed/data', /the user ".+" has no right/],
  ])('%s: doctor and serve name the variable, the reason and the cure, and end', async (_, path, reason) => {
    const settings = { ...env, FACET_DATA_FOLDER: resolve(folder, path) }

    const doctor = await runFacetUnprivileged(['doctor'], settings)
    const serve = await runFacetUnprivileged(['serve'], settings)

    expect([doctor.code, serve.code]).toEqual([1, 1])
    const line = doctor.stdout.split('\n').find((each) => each.startsWith('FAIL  data folder: FACET_DATA_FOLDER: ')) ?? ''
    expect(line).toMatch(reason)
    expect(line).toMatch(/install -d|set FACET_DATA_FOLDER to a folder/)
    expect(serve.stderr).toMatch(/FACET_DATA_FOLDER: /)
    expect(serve.stderr).toMatch(reason)
    expect(serve.stderr).not.toContain('    at ')
  })
})

describe('facet admin recover', () => {
  it('makes nobody new unless that is said', async () => {
    await createTenant('recovered')
    const recover = (...more: string[]) =>
      runFacet(['admin', 'recover', '--tenant', 'recovered', '--email', 'adda@recovered.test', ...more], env)
    const people = () => database.query("select name from principals where name = 'adda@recovered.test'")

    const refused = await recover()

    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('Nobody in tenant "recovered" has the email address "adda@recovered.test"')
    expect(refused.stderr).toContain('--create')
    expect(await people()).toEqual([])

    const made = await recover('--create')
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/adda@recovered\.test .*new.*\n.*sk-/) as string })
    expect(await people()).toHaveLength(1)
  })
})
