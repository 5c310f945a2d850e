import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import type { Db } from '#db'
import { type Chosen, findChosen, getModelSettings, readWithAccess, revalidateChoice } from '#domains/modeling/branches'
import { requireSameTarget, requireUploadRight, type Target } from './choose-target.ts'
import { getUpload, type Upload } from './upload-queries.ts'

export type OpenUpload<T> = { upload: Upload; chosen: Chosen; found: T }

/**
 * An open upload and its branch, for a caller who may write there. Whoever started it: an upload belongs to its branch, so a
 * second credential may go on where the first stopped, if it may write that branch too.
 */
export const requireUpload = async <T>(
  context: ReadingContext,
  deploymentId: number,
  id: string,
  target: { query: Target; bodyName?: string | null | undefined },
  read: (db: Db, access: DeploymentAccess) => Promise<T>,
): Promise<OpenUpload<T>> => {
  const open = await readWithAccess(context, deploymentId, async (db, access) => {
    const upload = await getUpload(db, access, id)
    const settings = await getModelSettings(db, access)
    const branch = await findChosen(db, access, settings, { branchId: upload.branchId })
    return { upload, chosen: { access, settings, branch }, found: await read(db, access) }
  })
  const { upload, chosen } = open
  requireSameTarget(upload, chosen, target.query, target.bodyName)
  requireUploadRight(chosen.access, chosen.settings, chosen.branch)
  revalidateChoice(context, chosen)
  return open
}
