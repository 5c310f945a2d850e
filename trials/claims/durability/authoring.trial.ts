import { underConditions } from '../../harness/machine.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { stopOwners } from './authoring/fencing.ts'
import { type Fleet, startFleet } from './authoring/fleet.ts'
import { killOwners } from './authoring/owner-kills.ts'
import { failStore } from './authoring/store-outages.ts'

const parts = { stopped: stopOwners, store: failStore, killed: killOwners }

const run = async (fleet: Fleet, options: TrialOptions): Promise<Record<string, Finding>> => {
  const findings: Record<string, Finding> = {}
  for (const [name, part] of Object.entries(parts)) findings[name] = await part(fleet, options)
  return findings
}

export const trial: Trial = {
  family: 'faults',
  name: 'authoring',
  runsOn: 'landing',
  summary: 'data models on three nodes: stopped and killed owners, and an S3 store that fails',
  claim: 'No acknowledged write to a data model is lost or overwritten when nodes stop or die or the store fails.',
  gate: '0 acknowledged writes lost, no version gap, no wrong byte, only 503 with `Retry-After`, takeover within 10 s of a kill.',
  onFailure:
    '`stopped.outcomes` lists breaches of the compare-and-set (`authoring/repository-queries.ts`). `store.wrongReads`: unverified bytes. `killed.losses`: acknowledged before pack and row are durable.',
  needs: ['postgres', 's3'],
  short: { seconds: 100, pace: 'waits' },
  run: async (options) => {
    const fleet = await startFleet(3)
    try {
      const { value, conditions } = await underConditions(() => run(fleet, options))
      const figures = Object.fromEntries(Object.entries(value).map(([name, finding]) => [name, finding.figures]))
      return { isPassed: Object.values(value).every(({ isPassed }) => isPassed), figures: { ...figures, ...conditions } }
    } finally {
      await fleet.close()
    }
  },
}
