import { type deploymentToken as contract, dataScopes } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { securityContextOf } from '#domains/embed/security-context'
import { getProductionEnvironment } from './caller-context-queries.ts'
import { storeDataToken } from './data-token-queries.ts'

const lifetimeSeconds = 600

export const deploymentToken: Handler<typeof contract> = async ({ params }, context) => {
  const { db, keyRing, caller } = context
  const access = await requireDeployment(context, params.deploymentId)
  const { token } = await storeDataToken(db, keyRing, access, {
    kind: 'deployment',
    environmentId: (await getProductionEnvironment(db, access)).id,
    scopes: dataScopes,
    context: caller.embed ? securityContextOf(caller.embed.identity, caller.embed.document) : null,
    lifetimeSeconds,
  })
  return { cubeApiToken: token }
}
