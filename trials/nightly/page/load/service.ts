import { createLog } from '../../../../apps/server/src/adapters/log/index.ts'
import { startApi } from '../../../../apps/server/src/process/api.ts'
import { readConfig } from '../../../../apps/server/src/process/config.ts'
import { openServices } from '../../../../apps/server/src/process/services.ts'
import { openSocketEngines } from '../../../../apps/server/test/socket-engines.ts'

/** The program with one engine for all deployments, on the socket that is named. All else is what `facet serve` does. */
const [socketPath = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const { services, stop } = await openServices(config, createLog(config.logLevel), ['api', 'authoring'])
const { engines } = openSocketEngines(socketPath)
// Handlers were given the supervisor of engines already, and ask for nothing of it but leases.
Object.assign(services.engines, engines)
const api = await startApi(services)
process.once('SIGTERM', () => void api.stop().then(stop))
