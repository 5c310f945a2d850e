import { createInstallation } from '../harness/installation.ts'
import { driveWrk } from '../harness/wrk.ts'
import type { Prepare } from './prepare.ts'

/** Requests with a cached key that need nothing else. */
export const prepareAuth: Prepare = async () => {
  const installation = await createInstallation({
    settings: { FACET_MODE: 'production', FACET_RATE_LIMIT_PER_KEY: '1000000', FACET_RATE_LIMIT_PER_TENANT: '1000000' },
  })
  const { host, adminKey } = await installation.createTenant('compare')
  const { url } = await installation.serve()
  const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', authorization: `Bearer ${adminKey}` }
  return {
    measure: async (seconds) => (await driveWrk({ url: `${url}/api/v1/regions`, headers, connections: 64, seconds })).perSecond,
    close: installation.close,
  }
}
