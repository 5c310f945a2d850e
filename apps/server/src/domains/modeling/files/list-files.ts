import type { listFiles as contract } from '@facet/contract'
import type { Repository, TreeEntry } from '#authoring'
import { encodedJson } from '#answers'
import type { Handler } from '#context'
import { getHead, requireBranch } from '#domains/modeling/branches'
import { contentJson, filesIn, treeJson } from './file-tree.ts'

/** All at once: git answers in the order of the questions, as fast as it reads. Equal files are read once. */
const readContents = async ({ derive }: Repository, entries: readonly TreeEntry[]): Promise<Map<string, Buffer>> => {
  const ids = [...new Set(filesIn(entries).map(({ oid }) => oid))]
  const written = await Promise.all(ids.map(async (oid) => [oid, await derive(oid, contentJson)] as const))
  return new Map(written)
}

export const listFiles: Handler<typeof contract> = async ({ params, query }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, { branchName: query.branchName }, 'deploy')
  return context.repositories.read(context, access, async (repository) => {
    const commit = query.showLastCLIUpload ? repository.state.refs[`uploads/${branch.name}`] : getHead(repository, branch)
    const entries = commit ? await repository.listTree(commit) : []
    const contents = query.withContent ? await readContents(repository, entries) : new Map<string, Buffer>()
    return encodedJson(treeJson(entries, contents))
  })
}
