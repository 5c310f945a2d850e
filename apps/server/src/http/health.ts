import type { FastifyInstance } from 'fastify'
import type { Services } from '#context'
import { type BuildSchema, findSchemaProblem, readBuildSchema } from '#db'
import { createRateLimiter } from '#limits'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a tenant and without a credential. */
    isPublic?: boolean
  }
}

/** `isVital`: without it nothing should be sent here. */
type Check = { name: string; problem: string | null; isVital: boolean; note?: string }

const checked = async (name: string, check: () => Promise<string | null>, isVital = true): Promise<Check> => {
  try {
    return { name, problem: await check(), isVital }
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : String(error), isVital }
  }
}

/** Of a process that runs none there is nothing to say. */
const enginesChecks = ({ enginesFound }: Services): Promise<Check>[] => {
  const found = enginesFound()
  if (found === null) return []
  const { missing, standIns } = found
  const problem = missing.length > 0 ? `Engine ${missing.join(', ')} is not installed: no model is built or queried with it here.` : null
  return [Promise.resolve({ name: 'engines', problem, isVital: false, ...(standIns.length > 0 ? { note: 'stand-in' } : {}) })]
}

/** Everything a process needs before it may be sent requests, asked at once: on a dead network each takes its whole time. */
const checkReadiness = (services: Services, build: BuildSchema): Promise<Check[]> => {
  const schema = (): Promise<string | null> => findSchemaProblem(services.calls, build)
  const database = async (): Promise<string | null> => {
    await services.calls.call('ping', 'select 1', [])
    return null
  }
  const keyMaterial = async (): Promise<string | null> => {
    await services.keyRing.check()
    return null
  }
  const ledger = async (): Promise<string | null> => services.ledger.problem()
  const longWork = async (): Promise<string | null> => {
    // Not waited for: what is not vital must not make this late.
    void services.longWork.isUp()
    return services.longWork.wasUp() ? null : 'Temporal does not answer: builds and syncs wait, everything else goes on.'
  }
  return Promise.all([
    checked('database', database),
    checked('schema', schema),
    checked('key material', keyMaterial),
    checked('ledger', ledger),
    ...(services.longWork.isOff ? [] : [checked('long work', longWork, false)]),
    ...enginesChecks(services),
  ])
}

// Far more than any orchestrator asks, and little enough for a database.
const maxChecksPerSecond = 10

/** Anybody may ask, and every check costs the database: beyond so many a second all are told what the last one found. */
const createReadiness = (services: Services): (() => Promise<Check[]>) => {
  const build = readBuildSchema()
  const limiter = createRateLimiter(maxChecksPerSecond, () => 1)
  const find = async (): Promise<Check[]> => {
    const checks = await checkReadiness(services, build)
    for (const { name, problem, isVital } of checks)
      if (problem !== null) services.log.warn({ check: name }, isVital ? `not ready: ${problem}` : problem)
    return checks
  }
  let last: Promise<Check[]> | undefined
  return () => {
    if (!last || 'remaining' in limiter.take('readyz')) last = find()
    return last
  }
}

/** /livez: the process is running. /readyz: it can serve, and is not on its way out. Which part is missing goes to the log, not to anonymous callers. */
export const addHealth = (app: FastifyInstance, services: Services, isDraining: () => boolean): void => {
  const readiness = createReadiness(services)
  app.get('/livez', { config: { isPublic: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { isPublic: true } }, async (_request, reply) => {
    const checks: Check[] = isDraining() ? [{ name: 'draining', problem: 'The process is stopping.', isVital: true }] : await readiness()
    const failed = checks.filter(({ problem, isVital }) => isVital && problem !== null)
    return reply.status(failed.length === 0 ? 200 : 503).send({
      status: failed.length === 0 ? 'ok' : 'unavailable',
      checks: checks.map(({ name, problem, note }) => ({ name, isOk: problem === null, ...(note === undefined ? {} : { note }) })),
    })
  })
}
