import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, programEnv, runFacetUnprivileged, type TestDatabase } from '#test'

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
