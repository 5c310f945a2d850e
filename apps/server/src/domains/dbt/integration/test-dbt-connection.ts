import type { Static, testDbtConnection as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { type ConnectionTest, failedTest } from '#adapters/git'
import { readRemoteUrl } from '#adapters/outbound'
import { audited } from '#kernel/audit'
import type { Handler, ReadingContext } from '#context'
import { readWithAccess } from '#domains/modeling/branches'
import { findIntegrationRow, integrationAads, type IntegrationRow, notConfigured } from '#engine/dbt'
import { type ConnectionRequest, openAuth, planConnection } from '#engine/modeling'

type Answer = Static<(typeof contract)['returns']>

export const testDbtConnection: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, row } = await readWithAccess(context, params.deploymentId, async (db, proof) => ({
    access: proof,
    row: await findIntegrationRow(db, proof),
  }))
  const url = body?.url ?? row?.url
  if (url === undefined) throw notConfigured()
  const found = await reach(context, access, { ...body, url }, row).catch(failedTest)
  return context.effect(async () => audited(view(found, row), [{ kind: 'dbt_integration', id: access.deploymentId, did: 'tested' }]))
}

const noKeyYet: ConnectionTest = {
  isReachable: false,
  cause: 'authentication_failed',
  message:
    'Over SSH a key pair is needed, which is made when the integration is set. Set it, add its public key to the repository, then test again.',
}

const reach = async (
  { remotes, read, keyRing }: ReadingContext,
  access: DeploymentAccess,
  request: ConnectionRequest,
  row: IntegrationRow | null,
): Promise<ConnectionTest> => {
  const url = readRemoteUrl(request.url, ['https', 'ssh'])
  if ('problem' in url) return { isReachable: false, cause: url.problem, message: url.message }
  const plan = await planConnection(remotes, request, row)
  if (plan.sshKey && 'plain' in plan.sshKey) return noKeyYet
  const place = { tenantId: access.tenantId, aads: integrationAads(access) }
  const auth = await read((db) => openAuth(db, keyRing, place, plan))
  return remotes.testConnection({ url: request.url, auth, tenantId: access.tenantId })
}

const view = (found: ConnectionTest, row: IntegrationRow | null): Answer => {
  if (!found.isReachable) return { ...found, branches: [] }
  const branch = row?.settings.branch ?? found.defaultBranch
  return { ...found, hasBranch: branch === null ? null : found.branches.includes(branch) }
}
