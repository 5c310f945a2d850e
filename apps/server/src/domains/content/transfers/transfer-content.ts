import type { transferContent as contract } from '@facet/contract'
import { type DeploymentAccess, requireDeployment } from '#access'
import type { Handler } from '#context'
import type { Db } from '#db'
import { consoleWorkspace, lockTree } from '#domains/content/items'
import { audited, type AuditReference } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { findPrincipal, ownsAnything, refOf, transferItems } from './transfer-queries.ts'

type Named = AuditReference<'user' | 'service_account'>

const userNotFound = (id: number, why: string): Failure =>
  new Failure('user_not_found', `User ${id} ${why}. Name a user or service account of this tenant.`)

const requireReceiver = async (db: Db, access: DeploymentAccess, id: number): Promise<Named> => {
  const found = await findPrincipal(db, access, id)
  if (!found) throw userNotFound(id, 'was not found')
  if (found.is_deactivated) throw userNotFound(id, 'is deactivated and cannot receive content')
  return { kind: found.kind === 'user' ? 'user' : 'service_account', id }
}

/** Somebody of the tenant, or somebody who is gone and has left something. */
const requireGiver = async (db: Db, access: DeploymentAccess, id: number | null): Promise<Named[]> => {
  if (id === null) return []
  const found = await findPrincipal(db, access, id)
  if (found) return [{ kind: found.kind === 'user' ? 'user' : 'service_account', id }]
  if (await ownsAnything(db, access, id)) return []
  throw userNotFound(id, 'was not found and owns nothing in this deployment')
}

export const transferContent: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireDeployment(context, params.deploymentId)
  const { fromUserId: from, toUserId: to } = body
  const isDryRun = body.dryRun === true
  if (from === to) throw new Failure('transfer_to_self', `User ${to} would receive their own content. Send two different users.`)
  await lockTree(db, { tenantId: access.tenantId, deploymentId: access.deploymentId, embedTenantId: consoleWorkspace })
  const receiver = await requireReceiver(db, access, to)
  const giver = await requireGiver(db, access, from)
  const { counts, sample } = await transferItems(db, access, { from, to, isDryRun })
  const { folder: folders = 0, workbook: workbooks = 0, report: reports = 0 } = counts
  const isChanged = !isDryRun && folders + workbooks + reports > 0
  return audited({ isDryRun, folders, workbooks, reports, sample: sample.map(refOf) }, [
    { ...receiver, did: isChanged ? 'transferred' : 'unchanged' },
    ...giver,
    { kind: 'deployment', id: params.deploymentId },
  ])
}
