import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer()

/** How a text can stand in a dump: as it is, as hexadecimal, or as Base64 from any of its three positions. */
const formsOf = (needle: string): string[] => {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(`${' '.repeat(shift)}${needle}`)
      .toString('base64')
      .slice(4, -4),
  )
  return [needle, Buffer.from(needle).toString('hex'), ...base64, Buffer.from(needle).toString('base64url').slice(0, -4)]
}

const tablesHolding = async (needle: string): Promise<string[]> => {
  const database = server.database()
  const tables = await database.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const search = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} t, unnest($1::text[]) form where strpos(to_jsonb(t)::text, form) > 0)`,
  )
  const holding = await database.query<{ name: string }>(search.join(' union all '), [formsOf(needle)])
  return holding.map(({ name }) => name)
}

const value = 'correct horse battery staple'

describe('secrets at rest', () => {
  it('are found by this search wherever they stand open', async () => {
    const { tenantId } = await server.admin()
    const plant = (key: string, bytes: Buffer) =>
      server.query(
        "insert into idempotency_keys (tenant_id, credential_id, operation, key, request_hash) values ($1, 0, 'planted', $2, $3)",
        [tenantId, key, bytes],
      )
    await plant('planted as text', Buffer.alloc(0))
    await plant('bytes', Buffer.from('planted as bytes'))
    await plant(Buffer.from('..planted as Base64').toString('base64'), Buffer.alloc(0))

    for (const form of ['text', 'bytes', 'Base64']) expect(await tablesHolding(`planted as ${form}`), form).toEqual(['idempotency_keys'])
  })

  it('of keys and of variables stand nowhere in the database, and are there for who may read them', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    const { secret } = await api.createApiKey({ body: { name: 'Findable name' } })
    await api.setEnvVariables({ params, body: { env_variables: [{ name: 'CUBEJS_DB_NAME', value }] } })

    expect(await tablesHolding('Findable name')).toContain('api_keys')
    expect(await tablesHolding('CUBEJS_DB_NAME')).toContain('env_variables')
    expect(await tablesHolding(secret)).toEqual([])
    expect(await tablesHolding(secret.slice(3, 30))).toEqual([])
    expect(await tablesHolding(value)).toEqual([])
    expect(JSON.stringify(await api.getEnvVariables({ params }))).toContain(value)
  })

  it('stand nowhere in the log, which tells of the requests that carried them', async () => {
    const { api, deploymentId, key } = await server.admin()
    const { secret } = await api.createApiKey({ body: { name: 'Another' } })
    await api.setEnvVariables({ params: { deploymentId }, body: { env_variables: [{ name: 'CUBEJS_DB_NAME', value }] } })

    await expect.poll(() => server.logs.join(''), { timeout: 30_000 }).toContain('"operation":"setEnvVariables"')
    const log = server.logs.join('')
    for (const needle of [key, secret, value, 'CUBEJS_DB_NAME'])
      for (const form of formsOf(needle)) expect(log.includes(form), form).toBe(false)
  })
})
