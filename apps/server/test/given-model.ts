import { createHash } from 'node:crypto'
import type { DeploymentAccess } from '#access'
import { runIn } from '#adapters/git'
import { changeAt, type FileChange, type Repository, type TreeEntry } from '#engine/modeling'
import type { Actor, TestServer } from './server.ts'

const { signal } = new AbortController()

// Tests look into a repository from behind, where nobody checks who they are.
const accessOf = ({ tenantId, deploymentId }: Actor): DeploymentAccess => ({ tenantId, deploymentId }) as unknown as DeploymentAccess

/** The caller's own dev branch of `main`, which the credential is then on. */
export const givenDevBranch = async ({ api, deploymentId }: Actor): Promise<string> => {
  const { branchName } = await api.startDevMode({ params: { deploymentId }, body: { branchName: 'main' } })
  return branchName ?? ''
}

const inRepository = <T>(server: TestServer, actor: Actor, work: (repository: Repository) => Promise<T>): Promise<T> =>
  server.services().repositories.read({ signal }, accessOf(actor), work)

/** What real git says of a branch; `HEAD` in the arguments stands for its head. */
export const gitOn = (server: TestServer, actor: Actor, branchName: string, args: string[]): Promise<string> =>
  inRepository(server, actor, async ({ gitDir, state }) => {
    const head = state.refs[`heads/${branchName}`] ?? ''
    const { stdout } = await runIn(gitDir, { args: args.map((arg) => arg.replace('HEAD', head)) })
    return stdout.toString('utf8')
  })

/** Mode and path of every file, as real git lists them. */
export const listedByGit = async (server: TestServer, actor: Actor, branchName: string): Promise<string[]> => {
  const text = await gitOn(server, actor, branchName, ['ls-tree', '-r', '-z', 'HEAD'])
  return text
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^(\d+) \w+ \w+\t/, '$1 '))
}

/** Puts a commit on a branch as a remote would bring it: no rule of ours is asked. */
export const givenCommit = (server: TestServer, actor: Actor, branchName: string, changes: FileChange[]): Promise<string> =>
  commitOn(server, actor, branchName, () => changes)

/** An administrator whose deployment has a data model of one file, `README.md`. */
export const givenModeler = async (server: TestServer): Promise<Actor> => {
  const actor = await server.admin()
  await commitOn(server, actor, 'main', (entries) => [
    ...entries.map(({ path }): FileChange => ({ path, isRemoved: true })),
    { path: 'README.md', content: Buffer.from('# Data model\n') },
  ])
  return actor
}

const commitOn = (
  server: TestServer,
  actor: Actor,
  branchName: string,
  changesOf: (entries: TreeEntry[]) => FileChange[],
): Promise<string> => {
  const { pool, repositories } = server.services()
  return changeAt({ pool, repositories }, actor, signal, async (edit) => {
    const head = edit.state.refs[`heads/${branchName}`] ?? ''
    const made = await edit.writeCommit({
      parents: [head],
      changes: changesOf(await edit.listTree(head)),
      message: 'Brought',
      author: { name: 'Remote', email: 'r@example.com' },
    })
    edit.setRef(`heads/${branchName}`, made)
    return made
  })
}

/** A blob for entries that are no plain files: the target of a link. */
export const linkTo = (path: string, target: string): FileChange => ({ path, content: Buffer.from(target), mode: '120000' })

export const sha1Of = (content: string): string => createHash('sha1').update(content).digest('hex')

/** What a client sends for these files as the manifest of an upload. */
export const manifestOf = (files: Record<string, string>): Record<string, { hash: string }> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, { hash: sha1Of(content) }]))

type UploadQuery = { branchName?: string; live?: boolean; useDeployProjectRoot?: boolean }

/** An open upload with these files in it. */
export const givenUpload = async (
  { api, deploymentId }: Actor,
  files: Record<string, string> = {},
  query: UploadQuery = {},
): Promise<string> => {
  const params = { deploymentId }
  const { transaction } = await api.startUpload({ params, query, body: {} })
  for (const [fileName, content] of Object.entries(files))
    await api.uploadFile({ params, body: { transaction: transaction.id, fileName }, file: new Blob([content]) })
  return transaction.id
}
