import type { rotateDbtSshKey as contract } from '@facet/contract'
import { generateSshKey } from '#adapters/git'
import { readRemoteUrl } from '#adapters/outbound'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { readWithAccess } from '#domains/modeling/branches'
import { changeIntegration, getIntegrationRow, integrationAads } from '#engine/dbt'
import { Failure } from '#kernel/failure'

export const rotateDbtSshKey: Handler<typeof contract> = async ({ params }, context) => {
  const { access, row } = await readWithAccess(context, params.deploymentId, async (db, proof) => ({
    access: proof,
    row: await getIntegrationRow(db, proof),
  }))
  if ('problem' in readRemoteUrl(row.url, ['ssh']))
    throw new Failure(
      'dbt_not_over_ssh',
      `${row.url} is reached over HTTPS, which uses no key pair. To replace its token, set the integration.`,
    )
  const { privateKey, publicKey } = await generateSshKey()
  return context.effect(async (db) => {
    const sealed = await context.keyRing.seal(db, access.tenantId, integrationAads(access).sshKey, privateKey)
    await changeIntegration(db, access, row, { ssh_key_sealed: sealed, ssh_public_key: publicKey })
    return audited({ sshPublicKey: publicKey }, [{ kind: 'dbt_integration', id: access.deploymentId, did: 'updated' }])
  })
}
