import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { loadAddon } from '../../../packages/cube-addon/src/index.ts'

/**
 * The engine as its own server starts it, with what it does by itself and nothing of ours but the stand-in for its addon. It listens where
 * `BARE_LISTEN` says: on a socket file, or on a port.
 */
type App = (...args: never[]) => void
type Core = { initApp: (app: App) => Promise<void> }

const { env } = process
const engineFolder = env['FACET_ENGINE_FOLDER'] ?? ''
loadAddon(engineFolder)
process.chdir(env['FACET_MODEL_FOLDER'] ?? '.')

const require = createRequire(join(engineFolder, 'package.json'))
const { CubejsServerCore } = require('@cubejs-backend/server-core') as { CubejsServerCore: new (options: object) => Core }
const app = (require('express') as () => App)()
await new CubejsServerCore({}).initApp(app)
const listen = env['BARE_LISTEN'] ?? ''
const [, host, port] = /^([\d.]+):(\d+)$/.exec(listen) ?? []
createServer(app as never).listen(host === undefined ? { path: listen } : { host, port: Number(port) })
