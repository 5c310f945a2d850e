import type { FastifyInstance } from 'fastify'
import type { Services } from '#context'
import { oldestSchema, readMigrations } from '#db'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a tenant and without a credential. */
    isPublic?: boolean
  }
}

export type Check = { name: string; problem: string | null }

const checkNames = { database: 'database', schema: 'schema', keyMaterial: 'key material' } as const

const schemaProblem = (version: number, oldestReader: number): string | null => {
  const newest = readMigrations().length
  if (version < oldestSchema) return `The database is at schema ${version}; this build needs ${oldestSchema}. Run facet migrate.`
  if (oldestReader > newest)
    return `The database needs builds that know schema ${oldestReader}; this one knows ${newest}. Upgrade this process.`
  return null
}

const problemOf = async (check: () => Promise<string | null>): Promise<string | null> => {
  try {
    return await check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Everything a process needs before it may be sent requests. */
export const checkReadiness = async (services: Services): Promise<Check[]> => {
  const schema = async (): Promise<string | null> => {
    const [row] = await services.calls.call<{ version: number | null; oldest_reader: number | null }>(
      'schema-version',
      'select max(version) as version, max(oldest_reader) as oldest_reader from schema_migrations',
      [],
    )
    return schemaProblem(row?.version ?? 0, row?.oldest_reader ?? 1)
  }
  const database = async (): Promise<string | null> => {
    await services.calls.call('ping', 'select 1', [])
    return null
  }
  const keyMaterial = async (): Promise<string | null> => {
    await services.keyRing.check()
    return null
  }
  return [
    { name: checkNames.database, problem: await problemOf(database) },
    { name: checkNames.schema, problem: await problemOf(schema) },
    { name: checkNames.keyMaterial, problem: await problemOf(keyMaterial) },
  ]
}

/** /livez: the process turns. /readyz: it can serve, and is not on its way out. Which part is missing goes to the log, not to strangers. */
export const addHealth = (app: FastifyInstance, services: Services, isDraining: () => boolean): void => {
  app.get('/livez', { config: { isPublic: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { isPublic: true } }, async (_request, reply) => {
    const checks = isDraining() ? [{ name: 'draining', problem: 'The process is stopping.' }] : await checkReadiness(services)
    const failed = checks.filter(({ problem }) => problem !== null)
    for (const { name, problem } of failed) services.log.warn({ check: name }, `not ready: ${problem}`)
    return reply.status(failed.length === 0 ? 200 : 503).send({
      status: failed.length === 0 ? 'ok' : 'unavailable',
      checks: checks.map(({ name, problem }) => ({ name, isOk: problem === null })),
    })
  })
}
