import type { BranchDiffResponse, diffBranch as contract } from '@facet/contract'
import { diffTrees, findMergeBase } from '#adapters/git'
import { writtenDocument } from '#answers'
import type { Context, Handler } from '#context'
import { type Branch, type Chosen, findChosen, getHead, look, requireBranch, requireOwn } from '#domains/modeling/branches'
import { diffMarkdown, diffModelFiles, diffSarif, isWidening } from '#model'
import { readSources } from './sources.ts'

// Of the rules by which changes are judged, not of the program.
const rulesVersion = '1.0.0'

export const diffBranch: Handler<typeof contract> = async ({ params, query }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, { branchName: params.branchName }, 'named')
  requireOwn(chosen.access, chosen.branch)
  const base = await requireBase(context, chosen, query.base)
  const diff = await diffFrom(context, chosen, base)
  if (query.format === 'markdown') return writtenDocument('text/markdown', diffMarkdown(diff))
  if (query.format === 'sarif') return writtenDocument('application/sarif+json', JSON.stringify(diffSarif(diff, { version: rulesVersion })))
  return diff
}

const requireBase = async (context: Context, { access, settings, branch }: Chosen, name: string | undefined): Promise<Branch> => {
  const branchName = name || branch.parentName || settings.deployBranch
  const base = await look(context, access.deploymentId, (db) => findChosen(db, access, settings, { branchName }))
  requireOwn(access, base)
  return base
}

const diffFrom = (context: Context, { access, settings, branch }: Chosen, base: Branch): Promise<BranchDiffResponse> =>
  context.repositories.read(context, access, async (repository) => {
    const [head, baseHead] = [getHead(repository, branch), getHead(repository, base)]
    // Histories that share nothing are compared as they are.
    const before = (await findMergeBase(repository.gitDir, baseHead, head, context.signal)) ?? baseHead
    // Read before git compares them: of an ancestor nobody has looked at what it holds.
    await Promise.all([repository.listTree(before), repository.listTree(head)])
    const files = await diffTrees(repository.gitDir, before, head, context.signal)
    const sources = await readSources(repository, before, head, context.models)
    const diff = diffModelFiles(sources.before, sources.after, { cache: sources.cache, files })
    const mustAcknowledge = settings.mustAcknowledgeWidening && base.kind === 'deploy'
    return {
      branchName: branch.name,
      lastHash: head,
      baseBranch: base.name,
      baseHash: before,
      needsAcknowledgement: mustAcknowledge && isWidening(diff.changes).length > 0,
      ...diff,
    }
  })
