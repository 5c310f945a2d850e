import type { ContentAccess, explainContentAccess as contract } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import {
  byGrantsAlone,
  findLevels,
  itemNotFound,
  kindOf,
  levels,
  requireItem,
  requireWorkspace,
  workspaceAs,
  type WorkspaceAccess,
} from '#domains/content/items'
import { decidingFor, type Said } from './access-rules.ts'
import { entryView, levelName, placeView } from './access-view.ts'
import { listChain } from './granted-queries.ts'
import { requireUser } from './grantee-queries.ts'
import type { Resource } from './require-resource.ts'
import { listSaid } from './said-queries.ts'

const levelIn = async (db: Db, workspace: WorkspaceAccess, itemId: number) =>
  (await findLevels(db, workspace, [itemId])).get(itemId)?.level ?? levels.none

/** What somebody may do with the item, by the one rule; what it says of them explains it. */
const explainFor = async (
  db: Db,
  access: Resource['access'],
  said: readonly Said[],
  userId: number,
): Promise<NonNullable<ContentAccess['subject']>> => {
  await requireUser(db, access, userId, { isHeld: false })
  const theirs = await workspaceAs(db, access, userId)
  const level = await levelIn(db, theirs, access.itemId)
  const { isAdministrator } = theirs
  const because = isAdministrator || level === levels.none ? [] : decidingFor(said, theirs.identity)
  return {
    userId,
    level: levelName(level),
    isAdministrator,
    isCappedByRole: (await levelIn(db, byGrantsAlone(theirs), access.itemId)) > level,
    because: because.map((one) => entryView(said, one)),
  }
}

export const explainContentAccess: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const access: Resource['access'] = await requireItem(context, workspace, kindOf(params.type), params.id, levels.full)
  const chain = await listChain(db, access)
  const [item] = chain
  if (!item) throw itemNotFound(access.kind, access.itemId)
  const said = await listSaid(db, access, chain)
  return {
    ...placeView(item),
    embedTenantName: context.caller.embed?.identity.embedTenantName ?? null,
    chain: chain.map(placeView),
    entries: said.map((one) => entryView(said, one)),
    ...(query.userId === undefined ? {} : { subject: await explainFor(db, access, said, query.userId) }),
  }
}
