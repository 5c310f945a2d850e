import type { BrokenContent, BrokenItem, BrokenUse } from '@facet/contract'
import type { BrokenMember } from '@facet/cube-model'
import type { Db } from '#db'
import {
  consoleWorkspace,
  countCap,
  findItemHeads,
  findLevels,
  type ItemHead,
  type Level,
  levels,
  type WorkspaceAccess,
} from '#domains/content/items'
import { type ContentUnit, findEmbeddable, findSharedWithCustomers, listUnits, listUses, type StoredUse } from './broken-queries.ts'

const maxItems = 100
const maxUses = 20
// Some of what is found by its key is another name that differs in its case.
const maxFoundUses = 200

export type FoundContent = Pick<BrokenContent, 'items' | 'total' | 'shownToCustomers' | 'hasMore'>

/** What a use of a name means, by what became of the name itself or of all of its cube. What was read out of a text may be in any case. */
const explainUses = (members: readonly BrokenMember[]) => {
  const exact = new Map(members.map((member) => [member.name, member]))
  const folded = new Map(members.map((member) => [member.name.toLowerCase(), member]))
  return ({ member, usedIn, part, byText }: StoredUse): BrokenUse[] => {
    const [cube = '', name = ''] = member.split('.')
    const found = byText ? (folded.get(member.toLowerCase()) ?? folded.get(cube.toLowerCase())) : (exact.get(member) ?? exact.get(cube))
    if (!found || (found.reason === 'retyped' && usedIn === 'chart')) return []
    const { reason, renamedTo } = found
    const now = renamedTo !== undefined && !found.name.includes('.') ? `${renamedTo}.${name}` : renamedTo
    return [{ member, reason, ...(now === undefined ? {} : { renamedTo: now }), usedIn, part: part === '' ? null : part, byText }]
  }
}

const typeOf = ({ type }: ItemHead, { isPublished }: ContentUnit): BrokenItem['type'] => {
  if (type === 'REPORT') return type
  return isPublished ? 'DASHBOARD' : 'WORKBOOK'
}

/** The people of an embed tenant are customers; of the console's content they see what is embedded or shared with them, and no draft. */
const findShown = async (db: Db, workspace: WorkspaceAccess, units: readonly ContentUnit[]): Promise<(unit: ContentUnit) => boolean> => {
  const ids = units.filter(({ embedTenantId }) => embedTenantId === consoleWorkspace).map(({ itemId }) => itemId)
  const published = units.filter(({ isPublished }) => isPublished).map(({ itemId }) => itemId)
  const shared = await findSharedWithCustomers(db, workspace, ids)
  const embeddable = await findEmbeddable(db, workspace, published)
  return ({ itemId, embedTenantId, isPublished }) => {
    if (embedTenantId !== consoleWorkspace) return true
    if (isPublished) return shared.has(itemId) || embeddable.has(itemId)
    return shared.get(itemId) === 'report'
  }
}

type VisibleUnit = ContentUnit & { id: number; level: Level }

/** Those whose items the caller may see, in the caller's own workspace. */
const visibleUnits = async (db: Db, workspace: WorkspaceAccess, units: readonly ContentUnit[]): Promise<VisibleUnit[]> => {
  const near = units.filter(({ embedTenantId }) => embedTenantId === workspace.embedTenantId)
  const ids = near.map(({ itemId }) => itemId)
  const found = await findLevels(db, workspace, ids)
  return near
    .map((unit) => ({ ...unit, id: unit.itemId, level: found.get(unit.itemId)?.level ?? levels.none }))
    .filter(({ level }) => level > levels.none)
}

const unitKey = ({ itemId, isPublished }: Pick<ContentUnit, 'itemId' | 'isPublished'>): string => `${itemId} ${isPublished}`

/**
 * Reports and dashboards that use names which a change breaks: those that the caller may see by name, all others as a number. Found by the
 * names, so that what it costs follows from what breaks and not from how much there is.
 */
export const findBrokenContent = async (db: Db, workspace: WorkspaceAccess, members: readonly BrokenMember[]): Promise<FoundContent> => {
  const { units, isCut } = await listUnits(db, workspace, members, countCap)
  if (units.length === 0) return { items: [], total: 0, shownToCustomers: 0, hasMore: false }
  const isShown = await findShown(db, workspace, units)
  const visible = await visibleUnits(db, workspace, units)
  const named = [...visible.filter(isShown), ...visible.filter((unit) => !isShown(unit))].slice(0, maxItems)
  const heads = await findItemHeads(db, workspace, named)
  const uses = Map.groupBy(await listUses(db, workspace, named, members, maxFoundUses), unitKey)
  const explain = explainUses(members)
  const items = named.flatMap((unit): BrokenItem[] => {
    const head = heads.get(unit.itemId)
    if (!head) return []
    const { id, publicId, name, owner } = head
    return [
      {
        type: typeOf(head, unit),
        id,
        publicId: head.type === 'WORKBOOK' && !unit.isPublished ? null : publicId,
        name,
        owner,
        isShownToCustomers: isShown(unit),
        uses: (uses.get(unitKey(unit)) ?? []).flatMap(explain).slice(0, maxUses),
      },
    ]
  })
  return { items, total: units.length, shownToCustomers: units.filter(isShown).length, hasMore: isCut || items.length < units.length }
}
