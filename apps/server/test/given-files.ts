import type { DeploymentAccess } from '#access'
import type { FileChange, Repository } from '#engine/modeling'
import { givenCommit } from './given-model.ts'
import type { Actor, TestServer } from './server.ts'

const { signal } = new AbortController()

/** A look into the repository from behind, where nobody checks who asks. */
export const readRepository = <T>(
  server: TestServer,
  { tenantId, deploymentId }: Actor,
  work: (repository: Repository) => Promise<T>,
): Promise<T> => server.services().repositories.read({ signal }, { tenantId, deploymentId } as DeploymentAccess, work)

/** Files by path, null for one that is to go: one commit on a branch, past the rules of the operations. Gives its id. */
export const givenFiles = (
  server: TestServer,
  actor: Actor,
  branchName: string,
  files: Record<string, string | Buffer | null>,
): Promise<string> => {
  const changes = Object.entries(files).map(([path, content]): FileChange => {
    if (content === null) return { path, isRemoved: true }
    return { path, content: typeof content === 'string' ? Buffer.from(content) : content }
  })
  return givenCommit(server, actor, branchName, changes)
}

/** The files of a branch with their texts. */
export const filesOn = (server: TestServer, actor: Actor, branchName: string): Promise<Record<string, string>> =>
  readRepository(server, actor, async ({ state, listTree, objects }) => {
    const entries = await listTree(state.refs[`heads/${branchName}`] ?? '')
    const texts = await Promise.all(entries.map(async ({ path, oid }) => [path, (await objects.read(oid)).content.toString()] as const))
    return Object.fromEntries(texts)
  })

export const refsOf = (server: TestServer, actor: Actor): Promise<Record<string, string>> =>
  readRepository(server, actor, async ({ state }) => state.refs)

export const headOf = async (server: TestServer, actor: Actor, branchName: string): Promise<string | undefined> =>
  (await refsOf(server, actor))[`heads/${branchName}`]
