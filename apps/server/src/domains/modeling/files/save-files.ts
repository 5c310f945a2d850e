import { audited, type Audited, type SomeTargets } from '#kernel/audit'
import { type Edit, type FileChange, headRef, type TreeEntry } from '#engine/modeling'
import type { ChangingContext } from '#context'
import type { Committed } from '#db'
import { authorOf, type Choice, type Chosen, getHead, requireBranch, requireDevBranch } from '#domains/modeling/branches'
import { requireCodeRight } from './code-files.ts'

/** What the commit is called, when nobody says: `Update model/orders.yml`, `Delete 3 files`. */
export const describeChanges = (verb: string, changes: FileChange[]): string => {
  const [only] = changes
  return only && changes.length === 1 ? `${verb} ${only.path}` : `${verb} ${changes.length} files`
}

/** Commits changes to the head of a branch, if there are any, and gives its head after that. */
export const commitFiles = async (edit: Edit, chosen: Chosen, changes: FileChange[], message: string): Promise<string> => {
  const { access, settings, branch } = chosen
  const head = getHead(edit, branch)
  if (changes.length === 0) return head
  requireCodeRight(
    access,
    settings,
    changes.map(({ path }) => path),
  )
  const commit = await edit.writeCommit({ parents: [head], changes, message, author: authorOf(access) })
  edit.setRef(headRef(branch), commit)
  return commit
}

/** One commit on a dev branch of the caller's own: all that the plan asks for, or nothing. */
export const saveFiles = async (
  context: ChangingContext,
  deploymentId: number,
  choice: Choice,
  describe: (changes: FileChange[]) => string,
  plan: (entries: readonly TreeEntry[]) => FileChange[],
): Promise<Committed<Audited<{ success: boolean }, 'commit' | 'branch' | 'data_model'>>> => {
  const chosen = await requireBranch(context, deploymentId, { branchName: choice.branchName, branchId: choice.branchId }, 'active')
  requireDevBranch(chosen.branch)
  const save = async (edit: Edit): Promise<Heads> => {
    const before = getHead(edit, chosen.branch)
    const changes = plan(await edit.listTree(before))
    return { before, after: await commitFiles(edit, chosen, changes, describe(changes)) }
  }
  return context.repositories.write(context, chosen.access, save, async (_db, heads) =>
    audited({ success: true }, savedTargets(chosen, heads)),
  )
}

type Heads = { before: string; after: string }

/** Which files they were is in the commit. */
export const savedTargets = ({ access, branch }: Chosen, { before, after }: Heads): SomeTargets<'commit' | 'branch' | 'data_model'> => {
  const reference = { kind: 'data_model', id: access.deploymentId } as const
  if (before === after) return [{ kind: 'branch', id: branch.name, did: 'unchanged' }, reference]
  return [{ kind: 'commit', id: after, did: 'created' }, { kind: 'branch', id: branch.name, did: 'updated' }, reference]
}
