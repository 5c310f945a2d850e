import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import type { RepositoryId } from '../repositories/index.ts'
import { countBranches } from './branch-queries.ts'

export const maxBranches = 1000

export const requireRoom = async (db: Db, repositoryId: RepositoryId): Promise<void> => {
  if ((await countBranches(db, repositoryId)) < maxBranches) return
  throw new Failure(
    'branch_limit',
    `This deployment has ${maxBranches} branches, which is the maximum. Delete some, and give generated ones a time to live with expiresInSeconds.`,
  )
}
