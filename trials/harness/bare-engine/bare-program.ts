import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { loadAddon } from '../../../packages/cube-addon/src/index.ts'

/** The upstream engine as its own server starts it, with our replacement for its addon. Listens on `BARE_LISTEN`, a host and port. */
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
const [host, port] = (env['BARE_LISTEN'] ?? '').split(':')
createServer(app as never).listen(Number(port), host)
