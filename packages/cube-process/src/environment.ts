import { randomBytes } from 'node:crypto'

export type Env = Record<string, string | undefined>

/** Said by the platform, whatever a deployment says. */
const fixed: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  CUBEJS_DEV_MODE: 'false',
  CUBEJS_TELEMETRY: 'false',
  CUBEJS_LIVE_PREVIEW: 'false',
  CUBEJS_FAST_RELOAD_ENABLED: 'false',
  CUBEJS_CACHE_AND_QUEUE_DRIVER: 'memory',
  CUBEJS_REFRESH_WORKER: 'false',
  CUBEJS_SCHEDULED_REFRESH_TIMER: 'false',
  CUBEJS_PRE_AGGREGATIONS_BUILDER: 'false',
  CUBEJS_EXTERNAL_DEFAULT: 'false',
  // What it asks for is refused by us, with a code of its own.
  CUBEJS_ROLLUP_ONLY: 'false',
}

/** What the engine does with its addon alone. */
const withoutAddon: Readonly<Record<string, string>> = { CUBEJS_TESSERACT_SQL_PLANNER: 'false', CUBEJS_TRANSPILATION_NATIVE: 'false' }

/** Who is let in, where else answers come from, and what would be told to others, is not for a deployment to say. */
const removed =
  /^CUBEJS_(PLAYGROUND_AUTH_SECRET|AGENT_|JWK_|JWT_|APP$|EXT_DB_|CUBESTORE_|PG_SQL_PORT|SQL_PORT|SQL_USER|SQL_PASSWORD|GATEWAY_PORT|BASE_PATH|DOCKER_)/

const isTrue = (text: string | undefined): boolean => text !== undefined && ['true', '1'].includes(text.toLowerCase())

export const asksForRollupOnly = (env: Env): boolean => isTrue(env['CUBEJS_ROLLUP_ONLY'])

// Dashboards ask for so many rows, and an engine that takes fewer refuses the query, however few there are.
const leastQueryLimit = 50_000
// What upstream gives a query without a limit.
const usualDefaultLimit = 10_000

const numberIn = (text = ''): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined)

/** A lower limit of the deployment holds for queries without one of their own. */
const queryLimits = ({ CUBEJS_DB_QUERY_LIMIT: limit, CUBEJS_DB_QUERY_DEFAULT_LIMIT: usual }: Env): Env => {
  const most = numberIn(limit)
  if (most === undefined || most >= leastQueryLimit) return {}
  const without = Math.min(most, numberIn(usual) ?? usualDefaultLimit)
  return { CUBEJS_DB_QUERY_LIMIT: String(leastQueryLimit), CUBEJS_DB_QUERY_DEFAULT_LIMIT: String(without) }
}

/** The variables that the engine is to see: the deployment's, and over them the platform's. */
export const platformEnvironment = (env: Env, isStandIn: boolean): Env => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !removed.test(name))),
  ...fixed,
  ...queryLimits(env),
  ...(isStandIn ? withoutAddon : {}),
  // The engine does not start without one. Nobody is let in by it: tokens are checked by us.
  CUBEJS_API_SECRET: env['CUBEJS_API_SECRET'] ?? randomBytes(32).toString('hex'),
})

/** Makes these the variables of the process, which the engine reads wherever it likes. */
export const applyEnvironment = (target: Env, wanted: Env): void => {
  for (const name of Object.keys(target)) if (!Object.hasOwn(wanted, name)) Reflect.deleteProperty(target, name)
  Object.assign(target, wanted)
}
