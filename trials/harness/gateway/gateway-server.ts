import { createLog } from '../../../apps/server/src/adapters/log/index.ts'
import { startApi } from '../../../apps/server/src/process/api.ts'
import { readConfig } from '../../../apps/server/src/process/config.ts'
import { openGateway } from '../../../apps/server/src/process/data-plane.ts'
import { openServices } from '../../../apps/server/src/process/services.ts'
import { openSocketEngines } from '../../../apps/server/test/socket-engines.ts'

/** `facet serve` with a stand-in for all engines, which listens on the named socket file. */
const [socketPath = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const { services, stop } = await openServices(config, createLog(config.logLevel), ['api', 'authoring'])
const { engines } = openSocketEngines(socketPath)
// Handlers already hold the engine supervisor, and use nothing of it but leases.
Object.assign(services.engines, engines)
const api = await startApi(services, {
  openGateway: (seen) =>
    openGateway(services, {
      ...seen,
      engines,
      onEngineError: ({ requestId, status }) => services.log.warn({ requestId, status }, 'a query failed'),
    }),
})
process.once('SIGTERM', () => void api.stop().then(stop))
