import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGit } from '#adapters/git'
import { changeAt, type Edit, type OpenRepositories, openRepositoryEngine, type RepositoryId } from '#engine/modeling'
import type { Services } from '#context'

/** A node that works on repositories, without the HTTP in front of it: its own disk, the installation's database and store. */
export type AuthoringNode = {
  repositories: OpenRepositories
  folder: string
  /** A change as an operation makes it: refs and all, in one transaction. `beforeCommit` runs when everything else is done. */
  change: <T>(repositoryId: RepositoryId, work: (edit: Edit) => Promise<T>, beforeCommit?: () => Promise<void>) => Promise<T>
  stop: () => Promise<void>
}

const never = new AbortController().signal

export const startAuthoringNode = async (services: Services, name: string, maxCopyBytes = 1_000_000_000): Promise<AuthoringNode> => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-node-'))
  const { repositories, stop } = await openRepositoryEngine({
    pool: services.pool,
    store: services.objects,
    dataFolder: folder,
    maxCopyBytes,
    gitOf: () => createGit(),
    node: name,
    starter: () => [{ path: 'README.md', content: Buffer.from('# First\n') }],
    onProblem: (error) => {
      throw error
    },
  })
  return {
    repositories,
    folder,
    change: (repositoryId, work, beforeCommit = async () => undefined) =>
      changeAt({ pool: services.pool, repositories }, repositoryId, never, work, beforeCommit),
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
