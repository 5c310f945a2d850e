import type { BrokenContent } from '@facet/contract'
import type { BrokenMembers } from '@facet/cube-model'
import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import { findBrokenContent, usesMembers } from '#domains/content/broken'
import { requireWorkspace } from '#domains/content/items'

/** What content these names break, as far as the caller may see it, and whether a merge has to be told that it is meant. */
export const readBrokenContent = (
  { read, caller, operation }: ReadingContext,
  { deploymentId }: DeploymentAccess,
  broken: BrokenMembers,
  mustAcknowledge: boolean,
): Promise<BrokenContent> =>
  read(async (db) => {
    const workspace = await requireWorkspace({ db, caller, operation }, deploymentId)
    const content = await findBrokenContent(db, workspace, broken.members)
    const isUncertain = broken.isUncertain || broken.isTruncated
    // What could not be read can only break something where there is something.
    const isDoubtful = content.total === 0 && isUncertain && mustAcknowledge && (await usesMembers(db, workspace))
    return {
      ...content,
      isUncertain,
      needsAcknowledgement: mustAcknowledge && (content.total > 0 || isDoubtful),
      renames: broken.renames,
    }
  })
