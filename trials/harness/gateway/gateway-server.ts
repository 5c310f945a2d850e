import { createLog } from '../../../apps/server/src/adapters/log/index.ts'
import { startApi } from '../../../apps/server/src/process/api.ts'
import { readConfig } from '../../../apps/server/src/process/config.ts'
import { openGateway } from '../../../apps/server/src/process/data-plane.ts'
import { openServices } from '../../../apps/server/src/process/services.ts'
import { openSocketEngines } from '../../../apps/server/test/socket-engines.ts'

/** The program with its gateway in front of one engine, on the socket that is named. All else is what `facet serve` does. */
const [socketPath = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const { services, stop } = await openServices(config, createLog(config.logLevel), ['api', 'authoring'])
const { engines } = openSocketEngines(socketPath)
const api = await startApi(services, {
  openGateway: (seen) =>
    openGateway(services, {
      ...seen,
      engines,
      onEngineError: ({ requestId, status }) => services.log.warn({ requestId, status }, 'a query failed'),
    }),
})
process.once('SIGTERM', () => void api.stop().then(stop))
