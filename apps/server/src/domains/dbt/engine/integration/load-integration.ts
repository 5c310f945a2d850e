import type { DbtPullSettings } from '@facet/contract'
import type { Remote, RemoteAuth } from '#adapters/git'
import type { Db } from '#db'
import { keptPlan, openAuth } from '#engine/modeling'
import type { KeyRing } from '#secrets'
import { getIntegrationRow, type OfDeployment } from './integration-queries.ts'
import { integrationAads } from './secrets.ts'
import type { IntegrationSettings } from './settings.ts'
import { readSyncVariables, type SyncVariables } from './variables.ts'

export type PullSettings = DbtPullSettings

/** What a dbt repository lets us in with. */
export type DbtCredential =
  | { kind: 'none' }
  | { kind: 'password'; username: string; password: string }
  | { kind: 'ssh'; privateKey: string; hostKeys: string[] }

type PhaseTimeouts = Record<'cloneMs' | 'packagesMs' | 'parseMs' | 'catalogMs' | 'convertMs' | 'publishMs', number>

/** Everything that a sync is told: settings with their defaults, and secrets opened. For the process that runs it; never logged. */
export type DbtIntegration = Omit<IntegrationSettings, 'timeouts'> &
  OfDeployment & {
    revision: number
    remote: { url: string; credential: DbtCredential }
    variables: SyncVariables
    timeouts: PhaseTimeouts
  }

const credentialOf = (auth: RemoteAuth | null): DbtCredential => {
  if (auth === null) return { kind: 'none' }
  return auth.kind === 'sshKey'
    ? { kind: 'ssh', privateKey: auth.privateKey, hostKeys: [...auth.hostKeys] }
    : { kind: 'password', username: auth.user ?? 'git', password: auth.token }
}

const inMs = ({ clone, packages, parse, catalog, convert, publish }: IntegrationSettings['timeouts']): PhaseTimeouts => ({
  cloneMs: clone * 1000,
  packagesMs: packages * 1000,
  parseMs: parse * 1000,
  catalogMs: catalog * 1000,
  convertMs: convert * 1000,
  publishMs: publish * 1000,
})

/** The integration of a deployment with its secrets opened. Refuses where there is none. */
export const loadIntegration = async (db: Db, keyRing: KeyRing, { tenantId, deploymentId }: OfDeployment): Promise<DbtIntegration> => {
  const of = { tenantId, deploymentId }
  const row = await getIntegrationRow(db, of)
  const auth = await openAuth(db, keyRing, { tenantId, aads: integrationAads(of) }, keptPlan(row))
  return {
    ...row.settings,
    ...of,
    revision: row.revision,
    remote: { url: row.url, credential: credentialOf(auth) },
    variables: await readSyncVariables(db, keyRing, of, row.settings.variableNames),
    timeouts: inMs(row.settings.timeouts),
  }
}

/** The dbt repository as the git adapter takes it. */
export const remoteOf = ({ tenantId, remote: { url, credential } }: Pick<DbtIntegration, 'tenantId' | 'remote'>): Remote => {
  if (credential.kind === 'none') return { tenantId, url, auth: null }
  if (credential.kind === 'ssh')
    return { tenantId, url, auth: { kind: 'sshKey', privateKey: credential.privateKey, hostKeys: credential.hostKeys } }
  return { tenantId, url, auth: { kind: 'token', user: credential.username, token: credential.password } }
}
