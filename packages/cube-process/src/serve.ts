import type { JsonWebKey } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { createCallers } from './callers.ts'
import { createCore } from './core.ts'
import type { EmbedPolicy } from './embed-policy.ts'
import type { Engine } from './engine.ts'
import { createTokenCheck } from './engine-token.ts'
import type { ErrorHandler, ExpressApp, ServerCore } from './engine-types.ts'
import { createLog, type Level, type Log } from './log.ts'
import { asksForRollupOnlyMode, engineOptions, neutralContext } from './options.ts'
import { createQueryRewrite } from './query-rewrite.ts'
import { hookOf, ignoredIn, loadUserConfig, type UserConfig } from './user-config.ts'

export type ServeSettings = {
  modelFolder: string
  /** A path, or `fd:5` for a descriptor that this process was handed and on which it is listened already. */
  socket: string
  publicKey: JsonWebKey
  audience: string
  embedPolicy: EmbedPolicy
  /** Of a request: its address and headers, among them the context of the caller. */
  maxHeadBytes: number
  isRollupOnly: boolean
  isStandIn: boolean
  logLevel: Level
}

const addonOnly = ['/cubejs-api/v1/cubesql', '/cubejs-api/v1/convert-query']

/** What the platform asks, and what cannot be answered here, before the engine's own routes. */
const mountOurs = (app: ExpressApp, isStandIn: boolean, isReady: () => boolean): void => {
  app.disable('x-powered-by')
  app.disable('etag')
  app.get('/livez', (_, answer) => answer.status(200).json({ health: 'HEALTH' }))
  app.get('/readyz', (_, answer) => answer.status(isReady() ? 200 : 503).json({ health: isReady() ? 'HEALTH' : 'DOWN' }))
  if (!isStandIn) return
  for (const path of addonOnly)
    app.all(path, (_, answer) =>
      answer.status(501).json({ error: `facet:needs_native_addon: ${path} needs the native addon of Cube, which is not installed here.` }),
    )
}

/**
 * Upstream answers an error and then passes it on. Express would destroy the connection of an answer that has begun, and with it the
 * request of whoever is given that connection next.
 */
const endErrors: ErrorHandler = (_error, _request, answer, _next) => {
  if (!answer.headersSent) answer.status(500).json({ error: 'Internal error' })
}

const listen = async (app: ExpressApp, { socket, maxHeadBytes }: ServeSettings): Promise<Server> => {
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, maxHeaderSize: maxHeadBytes }, app)
  const [, fd] = /^fd:(\d+)$/.exec(socket) ?? []
  server.listen(fd === undefined ? { path: socket } : { fd: Number(fd) })
  await once(server, 'listening')
  return server
}

type Made = { core: ServerCore; log: Log }

const makeCore = async (engine: Engine, settings: ServeSettings, user: UserConfig, write: (line: string) => void): Promise<Made> => {
  const callers = createCallers(settings.embedPolicy)
  const log = createLog(settings.logLevel, write, callers)
  const { CubejsHandlerError, UserError, getRequestIdFromRequest } = engine.apiGateway()
  const made: { core?: ServerCore } = {}
  const queryRewrite = createQueryRewrite({
    callers,
    isRollupOnly: settings.isRollupOnly || (await asksForRollupOnlyMode(user)),
    own: hookOf(user, 'queryRewrite') ?? hookOf(user, 'queryTransformer'),
    evaluator: async () => {
      const api = await made.core?.getCompilerApi(neutralContext)
      if (!api) throw new Error('A query came before the engine was made.')
      return (await api.getCompilers()).cubeEvaluator
    },
    warn: (message, requestId) => log.warn(message, { requestId }),
    note: log.note,
    refusal: (message) => new UserError(message),
  })
  const checkToken = createTokenCheck(settings.publicKey, settings.audience)
  const forbidden = (message: string): Error => new CubejsHandlerError(403, 'Forbidden', message)
  made.core = createCore(
    engine,
    callers,
    engineOptions({ user, checkToken, callers, queryRewrite, log, forbidden, requestId: getRequestIdFromRequest }),
  )
  return { core: made.core, log }
}

export type Serving = { stop: () => Promise<void> }

/** Serves a model on a socket file. Resolves when the model has compiled; throws when it does not. */
export const serve = async (engine: Engine, settings: ServeSettings, write: (line: string) => void): Promise<Serving> => {
  const user = await loadUserConfig(settings.modelFolder)
  const { core, log } = await makeCore(engine, settings, user, write)
  if (settings.isStandIn)
    log.warn('The native addon of Cube is not installed; a stand-in answers for it, without SQL API, Jinja and Python.')
  const ignored = ignoredIn(user)
  if (ignored.length > 0) log.warn('cube.js says what the platform decides; this is ignored', { ignored })
  engine.transpileInProcess()
  let isReady = false
  const app = engine.express()()
  mountOurs(app, settings.isStandIn, () => isReady)
  await core.initApp(app)
  app.use(endErrors)
  const server = await listen(app, settings)
  const stop = async (): Promise<void> => {
    server.close()
    server.closeIdleConnections()
    await core.shutdown()
  }
  try {
    await (await core.getCompilerApi(neutralContext)).getCompilers()
  } catch (error) {
    await stop()
    throw error
  }
  isReady = true
  log.info('ready')
  return { stop }
}
