import type { Callers } from './callers.ts'
import type { Log } from './log.ts'
import { type TokenCheck, TokenRefused } from './engine-token.ts'
import type { Request, RequestContext, SecurityContext } from './engine-types.ts'
import type { QueryRewrite } from './query-rewrite.ts'
import { hookOf, pickHonoured, type UserConfig } from './user-config.ts'

/** No caller's: what is made once and serves everybody is made with this. */
export const neutralContext: RequestContext = Object.freeze({ securityContext: Object.freeze({}) })

const ours = new Set(['securityContext', 'authInfo', 'requestId', 'signedWithPlaygroundAuthSecret'])

const bearer = ({ headers }: Request): string | undefined => headers.authorization?.split(' ').at(-1)

type Parts = {
  user: UserConfig
  checkToken: TokenCheck
  callers: Callers
  queryRewrite: QueryRewrite
  log: Log
  forbidden: (message: string) => Error
  requestId: (request: Request) => string
}

/** Authentication and groups are ours. `x-cube-authorization`, which upstream prefers, is not looked at. */
const authentication = ({ checkToken, callers, forbidden, log, requestId }: Parts) => ({
  checkAuth: (request: Request): void => {
    try {
      const claims = checkToken(bearer(request))
      callers.admit(request, claims)
      // Without the header the id is made up later.
      if (request.headers['x-request-id'] !== undefined) log.note(requestId(request), claims.facet?.embed === true)
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      log.warn(error.message)
      throw forbidden(request.headers.authorization === undefined ? "Authorization header isn't set" : 'Invalid token')
    }
  },
  contextToGroups: ({ securityContext }: RequestContext): string[] => {
    const groups = securityContext.cubeCloud?.groups
    return Array.isArray(groups) ? groups.filter((each): each is string => typeof each === 'string') : []
  },
})

const givenOrchestratorOptions = async (user: UserConfig): Promise<Record<string, unknown>> => {
  const hook = hookOf<(context: RequestContext) => unknown>(user, 'orchestratorOptions')
  return ((hook ? await hook(neutralContext) : user['orchestratorOptions']) ?? {}) as Record<string, unknown>
}

const notTaken = new Set(['rollupOnlyMode', 'redisPrefix', 'skipExternalCacheAndQueue'])

/** Of the orchestrator's options, what would split the cache, or ask for what is not there, is left out. */
const orchestratorOptions = async (user: UserConfig): Promise<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(await givenOrchestratorOptions(user)).filter(([name]) => !notTaken.has(name)))

export const asksForRollupOnlyMode = async (user: UserConfig): Promise<boolean> =>
  (await givenOrchestratorOptions(user))['rollupOnlyMode'] === true

/** The options that the engine is made with: the user's, and ours over them. */
export const engineOptions = (parts: Parts): Record<string, unknown> => {
  const { user, queryRewrite, log } = parts
  const extend = hookOf<(request: Request) => unknown>(user, 'extendContext')
  const scopes = hookOf<(context: SecurityContext, defaults: string[]) => unknown>(user, 'contextToApiScopes')
  return {
    ...pickHonoured(user),
    ...authentication(parts),
    queryRewrite,
    orchestratorOptions: () => orchestratorOptions(user),
    extendContext: async (request: Request) => {
      const extensions = ((await extend?.(request)) ?? {}) as Record<string, unknown>
      return Object.fromEntries(Object.entries(extensions).filter(([name]) => !ours.has(name)))
    },
    contextToApiScopes: async (context: SecurityContext, defaults: string[]) => {
      const given = scopes ? ((await scopes(context, defaults)) as string[]) : defaults
      return given.filter((scope) => scope !== 'jobs')
    },
    logger: log.event,
    basePath: '/cubejs-api',
    devServer: false,
    telemetry: false,
    scheduledRefreshTimer: false,
    cacheAndQueueDriver: 'memory',
  }
}
