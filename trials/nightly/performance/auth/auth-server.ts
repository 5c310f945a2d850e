import { reachOf } from '../../../../apps/server/src/access/index.ts'
import { createLog, flatLines } from '../../../../apps/server/src/adapters/log/index.ts'
import { createMetrics } from '../../../../apps/server/src/adapters/metrics/index.ts'
import { readConfig } from '../../../../apps/server/src/process/config.ts'
import { type Authenticate, createServer } from '../../../../apps/server/src/http/index.ts'
import { handlers } from '../../../../apps/server/src/process/generated/handlers.ts'
import { openServices } from '../../../../apps/server/src/process/services.ts'

/** `facet serve`. `--without-authentication` gives every request the same caller. */
const withoutAuthentication: Authenticate = (request) => {
  request.facet.caller = caller
}

const caller = {
  tenantId: 1,
  credentialKind: 'api_key' as const,
  credentialId: 1,
  principalId: 1,
  principalKind: 'user' as const,
  principalName: 'nobody in particular',
  grants: [],
  scope: {},
  reach: reachOf({}),
  expiresAtMs: null,
  endsAtMs: null,
}

const config = readConfig(process.env)
const { services, stop } = await openServices(config, createLog(config.logLevel), ['api'])
const app = createServer(services, {
  handlers,
  observer: { record: createMetrics().recordRequest, line: flatLines(services.log) },
  ...(process.argv.includes('--without-authentication') ? { authenticate: withoutAuthentication } : {}),
})
await app.listen(config.listen)
process.once('SIGTERM', () => void app.close().then(stop))
