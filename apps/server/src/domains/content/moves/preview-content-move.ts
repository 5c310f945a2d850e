import { contentLimits, type PreviewedMove, type previewContentMove as contract, type WorkspaceItemRef } from '@facet/contract'
import type { Handler } from '#context'
import { type Db, inUndoneSavepoint } from '#db'
import {
  findLevels,
  type ItemAccess,
  kindOf,
  levels,
  lockTree,
  requireItem,
  requireWorkspace,
  type WorkspaceAccess,
} from '#domains/content/items'
import { listChain, listSaid, type Said } from '#domains/content/policies'
import { forEachItem, placeItem } from '#domains/content/workspace'
import { changesOf, type Compared } from './access-change-rules.ts'
import { findGroupsOf } from './membership-queries.ts'

/** An item as it lies now. */
type Looked = { ref: WorkspaceItemRef; access: ItemAccess; name: string; before: Said[] }

const saidOf = async (db: Db, access: ItemAccess) => {
  const chain = await listChain(db, access)
  return { name: chain[0]?.name ?? '', said: await listSaid(db, access, chain) }
}

const lookAt = async (context: { db: Db }, workspace: WorkspaceAccess, ref: WorkspaceItemRef): Promise<Looked> => {
  const access: ItemAccess = await requireItem(context, workspace, kindOf(ref.type), ref.id, levels.full)
  const { name, said } = await saidOf(context.db, access)
  return { ref, access, name, before: said }
}

const peopleIn = (said: readonly Said[]): number[] => [
  ...new Set(said.flatMap((one) => (one.granteeKind === 'user' || one.granteeKind === 'external_user' ? [one.granteeId] : []))),
]

const previewOf = async (db: Db, { ref, access, name, before }: Looked, isMoved: boolean): Promise<PreviewedMove> => {
  const { said: after } = await saidOf(db, access)
  const isAfterShown = (await findLevels(db, access, [access.itemId])).get(access.itemId)?.level === levels.full
  const compared: Compared = { before, after, isAfterShown }
  const groupsOf = await findGroupsOf(db, access, peopleIn([...before, ...after]))
  const changes = changesOf(compared, access.embedTenantId, groupsOf)
  return {
    ...ref,
    name,
    isMoved,
    gaining: changes.filter(({ isGain }) => isGain).length,
    losing: changes.filter(({ isGain }) => !isGain).length,
    changes: changes
      .filter(({ isShown }) => isShown)
      .slice(0, contentLimits.movedGrantees)
      .map(({ view }) => view),
  }
}

export const previewContentMove: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await lockTree(db, workspace)
  const looked = await forEachItem(db, body.items, (ref) => lookAt(context, workspace, ref))
  // All of them are moved, looked at, and put back.
  return inUndoneSavepoint(db, async () => {
    const moved = await forEachItem(
      db,
      looked.done.map(({ ref }) => ref),
      (ref) => placeItem(context, workspace, ref, body.folderId ?? null),
    )
    const items: PreviewedMove[] = []
    for (const one of looked.done) {
      const placed = moved.done.find(({ access }) => access.itemId === one.access.itemId)
      if (placed) items.push(await previewOf(db, one, placed.isMoved))
    }
    return { items, failed: [...looked.failed, ...moved.failed] }
  })
}
