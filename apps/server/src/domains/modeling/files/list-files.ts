import type { listFiles as contract } from '@facet/contract'
import type { Repository, TreeEntry } from '#engine/modeling'
import { encodedJson } from '#kernel/answers'
import type { Context, Handler } from '#context'
import { Failure } from '#kernel/failure'
import { getHead, orUnnamed, requireBranch } from '#domains/modeling/branches'
import { contentJson, filesIn, treeJson } from './file-tree.ts'

const askedAtOnce = 500
const maxContentMb = 128

const tooLarge = (): Failure =>
  new Failure(
    'model_too_large',
    `The files of the data model together have more than ${maxContentMb} MB. List them without content, or read them from the git remote.`,
  )

/** Said before anything is read: ten thousand files of ten megabytes would be more than the node has. */
const requireSendable = async ({ objects }: Repository, ids: string[]): Promise<void> => {
  let bytes = 0
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const sizes = await Promise.all(ids.slice(at, at + askedAtOnce).map((oid) => objects.sizeOf(oid)))
    bytes += sizes.reduce((sum, size) => sum + size, 0)
    if (bytes > maxContentMb * 1_048_576) throw tooLarge()
  }
}

/** Many at once: git answers in the order of the questions, as fast as it reads. Equal files are read once. */
const readContents = async (
  { holdBytes }: Pick<Context, 'holdBytes'>,
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<Map<string, Buffer>> => {
  const { derive } = repository
  const ids = [...new Set(filesIn(entries).map(({ oid }) => oid))]
  await requireSendable(repository, ids)
  const contents = new Map<string, Buffer>()
  let bytes = 0
  const read = async (oid: string): Promise<void> => {
    const content = await derive(oid, contentJson)
    bytes += content.length
    // Once as it is here, and once in the answer.
    holdBytes(2 * content.length)
    // Written as JSON it can be more.
    if (bytes > maxContentMb * 1_048_576) throw tooLarge()
    contents.set(oid, content)
  }
  for (let at = 0; at < ids.length; at += askedAtOnce) await Promise.all(ids.slice(at, at + askedAtOnce).map(read))
  return contents
}

export const listFiles: Handler<typeof contract> = async ({ params, query }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, orUnnamed(query), 'active or deploy')
  return context.repositories.read(context, access, async (repository) => {
    const commit = query.showLastCLIUpload ? repository.state.refs[`uploads/${branch.name}`] : getHead(repository, branch)
    const entries = commit ? await repository.listTree(commit) : []
    const contents = query.withContent ? await readContents(context, repository, entries) : new Map<string, Buffer>()
    return encodedJson(treeJson(entries, contents))
  })
}
