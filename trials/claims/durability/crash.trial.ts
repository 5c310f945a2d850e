import { createInstallation } from '../../harness/installation.ts'
import { underConditions } from '../../harness/machine.ts'
import type { Trial } from '../../trial.ts'
import { killDatabase } from './crash/postgres-kills.ts'
import { killService } from './crash/service-kills.ts'

export const trial: Trial = {
  family: 'faults',
  name: 'crash',
  runsOn: 'landing',
  summary: 'SIGKILL of PostgreSQL and of the service under writes, mints and exchanges',
  claim: 'No acknowledged write or session is lost or applied twice when PostgreSQL or the service dies.',
  gate: '0 lost, 0 applied twice. PostgreSQL: only 503 with `Retry-After` within 3 s, recovery within 5 s without a restart of the service.',
  onFailure:
    '`lost`: a response precedes its commit (`db/transaction.ts`). `doubled`: a retry does not find its effect. Another status than 503: an outage is not recognized (`db/outage.ts`).',
  needs: ['postgres'],
  short: { seconds: 40, pace: 'waits' },
  run: async (options) => {
    const installation = await createInstallation({ durable: true })
    try {
      const { value, conditions } = await underConditions(async () => ({
        postgres: await killDatabase(installation, options),
        service: await killService(installation, options),
      }))
      const { postgres, service } = value
      return {
        isPassed: postgres.isPassed && service.isPassed,
        figures: { postgres: postgres.figures, service: service.figures, ...conditions },
      }
    } finally {
      await installation.close()
    }
  },
}
