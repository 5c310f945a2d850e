import type { fileHashes as contract } from '@facet/contract'
import type { Handler } from '#context'
import { getHead } from '#domains/modeling/branches'
import { filesIn } from '#domains/modeling/files'
import { requireTarget } from './choose-target.ts'
import { pathFrom } from './upload-rules.ts'

export const fileHashes: Handler<typeof contract> = async ({ params, query }, context) => {
  const { access, branch, root } = await requireTarget(context, params.deploymentId, query)
  return context.repositories.read(context, access, async (repository) => {
    const entries = await repository.listTree(getHead(repository, branch))
    const named = filesIn(entries).flatMap(({ path, oid }) => {
      const name = pathFrom(root, path)
      return name === undefined ? [] : [{ name, oid }]
    })
    const hashes = await Promise.all(named.map(({ oid }) => repository.sha1Of(oid)))
    return Object.fromEntries(named.map(({ name }, index) => [name, { hash: hashes[index] ?? '' }]))
  })
}
