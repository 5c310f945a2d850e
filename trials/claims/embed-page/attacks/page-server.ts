import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createLog } from '../../../../apps/server/src/adapters/log/index.ts'
import { startApi } from '../../../../apps/server/src/process/api.ts'
import { readConfig } from '../../../../apps/server/src/process/config.ts'
import { openServices } from '../../../../apps/server/src/process/services.ts'
import { openSocketEngines } from '../../../../apps/server/test/socket-engines.ts'
import { switchPath } from './switch.ts'

/** The program with one engine, on the socket that is named. All else is what `facet serve` does; whether its guards can be turned off is in its text. */
const [socketPath = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const { services, stop } = await openServices(config, createLog(config.logLevel), ['api', 'authoring'])
const { engines } = openSocketEngines(socketPath)
Object.assign(services.engines, { acquire: engines.acquire })
const turnOff = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  Object.assign(globalThis, { facetOff: JSON.parse(await text(request)) as string[] })
  response.end()
}
const api = await startApi(services, {
  engineDoor: (request, response) => {
    if (request.url !== switchPath) return false
    void turnOff(request, response)
    return true
  },
})
process.once('SIGTERM', () => void api.stop().then(stop))
