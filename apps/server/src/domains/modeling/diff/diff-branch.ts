import type { diffBranch as contract } from '@facet/contract'
import { diffTrees, findMergeBase } from '#adapters/git'
import { encodedJson, writtenDocument } from '#kernel/answers'
import type { Handler, ReadingContext } from '#context'
import { diffRulesVersion } from '#engine/modeling'
import { readBrokenContent } from './broken-content.ts'
import { type Branch, type Chosen, findChosen, getHead, readWithAccess, requireBranch } from '#domains/modeling/branches'

const documents = { markdown: 'text/markdown', sarif: 'application/sarif+json' } as const
type Format = 'json' | keyof typeof documents

export const diffBranch: Handler<typeof contract> = async ({ params, query }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, { branchName: params.branchName }, 'named')
  const base = await requireBase(context, chosen, query.base)
  const format = query.format ?? 'json'
  const bytes = await diffFrom(context, chosen, base, format)
  context.holdBytes(bytes.length)
  return format === 'json' ? encodedJson(bytes) : writtenDocument(documents[format], bytes.toString('utf8'))
}

const requireBase = async (context: ReadingContext, { access, settings, branch }: Chosen, name: string | undefined): Promise<Branch> => {
  const branchName = name || branch.parentName || settings.deployBranch
  const base = await readWithAccess(context, access.deploymentId, (db) => findChosen(db, access, settings, { branchName }))
  return base
}

const diffFrom = (context: ReadingContext, { access, settings, branch }: Chosen, base: Branch, format: Format): Promise<Buffer> =>
  context.repositories.read(context, access, async (repository) => {
    const isDeployed = base.kind === 'deploy'
    const [head, baseHead] = [getHead(repository, branch), getHead(repository, base)]
    // Histories that share nothing are compared as they are.
    const before = (await findMergeBase(repository.gitDir, baseHead, head, context.signal)) ?? baseHead
    // Listed before git compares them: what an ancestor holds nobody has looked at yet.
    const versions = { before: await repository.listTree(before), after: await repository.listTree(head), objects: repository.objects }
    const files = await diffTrees(repository.gitDir, before, head, context.signal)
    const output = {
      as: format,
      files,
      rulesVersion: diffRulesVersion,
      head: { branchName: branch.name, lastHash: head, baseBranch: base.name, baseHash: before },
      mustAcknowledge: settings.mustAcknowledgeWidening && isDeployed,
    }
    return context.models.describe({ tenantId: access.tenantId, signal: context.signal }, versions, output, (broken) =>
      readBrokenContent(context, access, broken, settings.mustAcknowledgeBreaking && isDeployed),
    )
  })
