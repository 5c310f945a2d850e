import type { S3Server } from '@facet/testkit/s3'
import { assemble, blobIdOf, listBlobs } from '../fleet/assembled.ts'
import { filesIn, type TreeNode } from '../../harness/file-tree.ts'
import type { Installation } from '../../harness/installation.ts'
import type { Author, ModelFile } from './author.ts'

/** Contents by path, of every file of a branch. */
export type Files = ReadonlyMap<string, string>

type Branch = Pick<Author, 'tenant' | 'deploymentId' | 'branchName'>

export type TreeAnswer = { tookMs: number; body: string }

/** Asks for the tree of a branch as a caller does, to the last byte of the answer. */
export const askTree = async (
  { process, tenant, deploymentId }: Pick<Author, 'process' | 'tenant' | 'deploymentId'>,
  branchName: string,
  withContent: boolean,
): Promise<TreeAnswer> => {
  const query = new URLSearchParams({ branchName, ...(withContent ? { withContent: 'true' } : {}) }).toString()
  const headers = { authorization: `Bearer ${tenant.adminKey}`, 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https' }
  const startedMs = performance.now()
  const response = await fetch(`${process.url}/build/api/v1/deployments/${deploymentId}/data-model/files?${query}`, { headers })
  const body = await response.text()
  const tookMs = performance.now() - startedMs
  if (!response.ok) throw new Error(`The measurement is broken: ${response.status} ${body.slice(0, 300)}`)
  return { tookMs, body }
}

export const filesOf = ({ body }: TreeAnswer): Files => new Map(filesIn((JSON.parse(body) as { data: TreeNode[] }).data))

export const readBranch = async (author: Author): Promise<Files> => filesOf(await askTree(author, author.branchName, true))

export const withPut = (files: Files, put: readonly ModelFile[]): Files =>
  new Map([...files, ...put.map(({ path, content }) => [path, content] as const)])

/** The paths that are not there as they should be, and those that should not be there. */
export const findWrong = (expected: Files, found: Files): string[] => [
  ...[...expected].filter(([path, content]) => found.get(path) !== content).map(([path]) => path),
  ...[...found.keys()].filter((path) => !expected.has(path)),
]

/** The same of what git reads from the packs in the store: no node is asked, and none knows its files better for it. */
export const findWrongInStore = async (
  { s3, ...installation }: Installation & { s3: S3Server },
  { tenant, deploymentId, branchName }: Branch,
  expected: Files,
): Promise<string[]> => {
  const repository = await assemble({ installation, s3, tenant }, deploymentId)
  try {
    const ids = new Map([...expected].map(([path, content]) => [path, blobIdOf(content)]))
    return [...repository.problems, ...findWrong(ids, await listBlobs(repository, branchName))]
  } finally {
    repository.remove()
  }
}
