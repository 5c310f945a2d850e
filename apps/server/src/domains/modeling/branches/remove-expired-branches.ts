import { writeAudit } from '#access'
import { changeAt, type OpenRepositories, type RepositoryId } from '#engine/modeling'
import { type FunctionCalls, inTransaction, type Pool } from '#db'
import { removeBranchRow } from './branch-queries.ts'
import { dropRefs } from './branch-rules.ts'
import { keepDeployBranch, requireExpired } from './expiry-queries.ts'

export type ExpiryParts = {
  pool: Pool
  calls: FunctionCalls
  repositories: Pick<OpenRepositories, 'writeAt'>
  /** Whether this node is the owner of the repository: one alone acts on it. */
  isMine: (repositoryId: RepositoryId) => boolean
  signal: AbortSignal
  /** Told of a branch that could not be removed; the others are, and the next turn tries it again. */
  onProblem: (error: unknown) => void
}

type Expired = { tenant_id: number; deployment_id: number; id: number; name: string }

const batch = 1000

/** Removes branches whose time to live is over; gives how many. A branch that was made the deploy branch since lives on. */
export const removeExpiredBranches = async (parts: ExpiryParts): Promise<number> => {
  const due = await parts.calls.call<Expired>(
    'list-expired-branches',
    'select tenant_id, deployment_id, id, name from facet_list_expired_branches($1)',
    [batch],
  )
  let removed = 0
  for (const { tenant_id: tenantId, deployment_id: deploymentId, id, name } of due) {
    const repositoryId = { tenantId, deploymentId }
    if (parts.signal.aborted || !parts.isMine(repositoryId)) continue
    try {
      if (await removeOne(parts, repositoryId, { id, name })) removed++
    } catch (error) {
      parts.onProblem(error)
    }
  }
  return removed
}

const removeOne = async (parts: ExpiryParts, repositoryId: RepositoryId, branch: { id: number; name: string }): Promise<boolean> => {
  if (await inTransaction(parts.pool, repositoryId.tenantId, 'read write', (db) => keepDeployBranch(db, repositoryId, branch.id)))
    return false
  await changeAt(
    parts,
    repositoryId,
    parts.signal,
    async (edit) => dropRefs(edit, branch),
    async (db) => {
      await removeBranchRow(db, repositoryId, await requireExpired(db, repositoryId, branch.id))
      await writeAudit(db, {
        tenantId: repositoryId.tenantId,
        operation: 'removeExpiredBranch',
        outcome: 'done',
        actor: 'node',
        targets: [
          { kind: 'branch', id: branch.name, did: 'deleted' },
          { kind: 'data_model', id: repositoryId.deploymentId },
        ],
      })
    },
  )
  return true
}
