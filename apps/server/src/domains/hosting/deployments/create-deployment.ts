import { randomInt } from 'node:crypto'
import type { createDeployment as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { requestBuild } from '#domains/hosting/builds'
import { recordVersionRun } from '#domains/hosting/versions'
import { insertDeployment } from './deployment-queries.ts'
import { requireRegion, slugOf } from './deployment-rules.ts'
import { deploymentView } from './deployment-view.ts'

// Six of 32 characters: enough that two deployments of one name in a tenant's life never share an address.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const ending = (): string => Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')

export const createDeployment: Handler<typeof contract> = async ({ body }, context) => {
  const { config, db } = context
  const access = requireTenant(context)
  const region = body.region ?? config.regions[0]?.name ?? ''
  requireRegion(config.regions, region)

  const version = config.engineChannels.latest
  const row = await insertDeployment(db, access, {
    name: body.name.trim(),
    slug: slugOf(body.name, ending()),
    creation_step: body.creationStep ?? 'project',
    creation_method: body.creationMethod ?? null,
    cloud_provider: body.cloudProvider ?? 'cubecloud',
    region,
    target_platform: body.targetPlatform ?? 'aws',
    is_managed: body.isManaged ?? true,
    deploy_mode: body.deployMode ?? null,
    release_channel_version: version,
  })
  await recordVersionRun(db, access, 'latest', version)
  await requestBuild(
    db,
    { tenantId: access.tenantId, deploymentId: row.id },
    { reason: 'deployment_created', requestId: context.requestId },
  )
  return audited(deploymentView(row, context.origin), [{ kind: 'deployment', id: row.id, did: 'created' }])
}
