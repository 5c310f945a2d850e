import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { type Actor, setVariables, useServer } from '#test'

const server = useServer()
// Real Cube behind walls, where tools/setup installed it. Those see nothing in a folder of the database's user.
const folder = mkdtempSync(join(tmpdir(), 'facet-engine-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const installed = useServer({
  FACET_ENGINES_FOLDER: process.env['FACET_ENGINES_FOLDER'] ?? '/nonexistent',
  FACET_SANDBOX: 'degraded',
  FACET_DATA_FOLDER: folder,
  FACET_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
})

const warehouse = () => new URL(inject('postgresUrl'))

const variablesOf = (more: Record<string, string> = {}) =>
  Object.entries({
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: '127.0.0.1',
    CUBEJS_DB_PORT: warehouse().port,
    CUBEJS_DB_NAME: 'postgres',
    CUBEJS_DB_USER: decodeURIComponent(warehouse().username),
    CUBEJS_DB_PASS: decodeURIComponent(warehouse().password) || 'not asked for',
    ...more,
  }).map(([name, value]) => ({ name, value }))

const tested = ({ api, deploymentId }: Actor, more: Record<string, string> = {}) =>
  api.testConnection({ params: { deploymentId }, body: { env_variables: variablesOf(more) } })

const closedPort = async (): Promise<string> => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  listener.close()
  return String(port)
}

describe('testConnection', () => {
  it('says what has to be set before there is anything to test', async () => {
    const { api, deploymentId } = await server.admin()

    expect(await api.testConnection({ params: { deploymentId }, body: {} })).toMatchObject({
      ok: false,
      cause: 'not_configured',
      message: expect.stringContaining('CUBEJS_DB_TYPE'),
    })
  })

  it('refuses what could not be a variable, a data source that none declares, and a driver that is not there', async () => {
    const owner = await server.admin()
    const outcome = (body: object) => server.outcome(owner, 'testConnection', { params: owner, body })

    expect(await outcome({ env_variables: [{ name: 'LD_PRELOAD', value: 'x' }] })).toMatchObject({ code: 'env_variable_name_reserved' })
    expect(await outcome({ env_variables: [{ name: 'CUBEJS_DB_PASS', value: '[ENCRYPTED]' }] })).toMatchObject({
      code: 'env_variable_value_masked',
    })
    expect(await outcome({ dataSource: 'elsewhere' })).toMatchObject({ code: 'data_source_unknown' })
    expect(await outcome({ env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'snowflake' }] })).toMatchObject({
      code: 'driver_not_installed',
    })
    expect(await outcome({ env_variables: variablesOf() })).toMatchObject({ status: 503, code: 'engine_unavailable' })
  })

  it('uses what is stored and what is sent over it, and stores nothing', async () => {
    const owner = await server.admin()
    await setVariables(owner, { name: 'CUBEJS_DB_HOST', value: 'stored.example.com' }, { name: 'CUBEJS_DB_PASS', value: 'correct horse' })
    const spy = vi
      .spyOn(server.services().contexts.reading, 'testConnection')
      .mockResolvedValue({ ok: true, cause: null, message: 'The warehouse answers.', durationMs: 1 })
    onTestFinished(() => spy.mockRestore())
    const body = { env_variables: [{ name: 'CUBEJS_DB_HOST', value: 'sent.example.com' }] }

    await owner.api.testConnection({ params: owner, body })

    expect(spy.mock.lastCall?.[0].variables).toMatchObject({ CUBEJS_DB_HOST: 'sent.example.com', CUBEJS_DB_PASS: 'correct horse' })
    const { items } = await owner.api.getEnvVariables({ params: owner })
    expect(items).toContainEqual({ name: 'CUBEJS_DB_HOST', value: 'stored.example.com' })
  })

  it('reaches a warehouse that is there', async () => {
    const owner = await installed.admin()

    const found = await tested(owner)

    expect(found).toMatchObject({ ok: true, cause: null, message: 'The warehouse answers.' })
    expect(found.durationMs).toBeGreaterThan(0)
  })

  it.each([
    ['nobody listens', async () => ({ CUBEJS_DB_PORT: await closedPort() }), 'refused'],
    ['the host is not allowed', async () => ({ CUBEJS_DB_HOST: '169.254.169.254' }), 'host_not_allowed'],
    ['the host has no address', async () => ({ CUBEJS_DB_HOST: 'nothing.invalid' }), 'host_not_found'],
    ['the database is not there', async () => ({ CUBEJS_DB_NAME: 'no-such-database-here' }), 'database_not_found'],
    ['it speaks no TLS', async () => ({ CUBEJS_DB_SSL: 'true' }), 'tls'],
    ['the user is nobody there', async () => ({ CUBEJS_DB_USER: 'nobody-known-here', CUBEJS_DB_PASS: 'correct horse' }), 'auth_failed'],
  ])('says when %s, and shows no value', async (_, given, cause) => {
    const owner = await installed.admin()
    const more = await given()

    const found = await tested(owner, more)

    expect(found).toMatchObject({ ok: false, cause })
    for (const value of Object.values(more)) if (value !== 'true') expect(found.message).not.toContain(value)
  })
})
