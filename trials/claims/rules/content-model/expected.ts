import * as dashboards from './dashboards.ts'
import * as looks from './looks.ts'
import type { Kind } from './people.ts'
import { Refusal, requireWho } from './requiring.ts'
import type { Rules } from './rules.ts'
import * as sharing from './sharing.ts'
import type { Item, State } from './state.ts'
import type { Json, Seen, Start, Step } from './steps.ts'
import * as tree from './tree-changes.ts'
import * as upserts from './upserts.ts'

/** The content of one deployment in memory: takes the steps of a sequence and says what each must be answered. */
export type Model = {
  expect: (step: Step) => Seen
  state: State
}

export const stateOf = (start: Start, rules: Rules): State => {
  const state: State = { rules, items: new Map(), kinds: [], usedPublicIds: new Set(), members: new Set(start.members), isGreenGone: false }
  for (const { grants, dashboard, draft, ...item } of start.items) {
    tree.newItem(
      state,
      {
        ...item,
        grants: [...grants],
        draft,
        dashboard: dashboard && { ...dashboard, grantees: [...dashboard.grantees] },
      },
      item.owner,
    )
    if (item.publicId !== null) state.usedPublicIds.add(item.publicId)
  }
  return state
}

const statuses: Record<string, number> = {
  item_access_denied: 403,
  forbidden: 403,
  folder_has_folders: 400,
  folder_into_itself: 400,
  folder_too_deep: 400,
  folder_name_taken: 409,
  report_follows_workbook: 400,
}

const statusOf = (code: string): number => statuses[code] ?? 404

/** Does something to each item, repeats once; what fails leaves the others alone. */
const bulk = (state: State, ids: number[], act: (id: number) => void): Json => {
  const done: number[] = []
  const failed: Json[] = []
  for (const id of new Set(ids)) {
    try {
      act(id)
      done.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.push([id, statusOf(error.code)])
    }
  }
  return { done: failed.length > 0 && !state.rules.bulksGoItemByItem ? [] : done, failed }
}

const answer = (state: State, step: Step): { [name: string]: Json } => {
  const itemOf = (id: number): Item | undefined => state.items.get(id)
  const kindOf = (id: number): Kind => state.kinds[id] ?? 'report'
  const at = (id: number | null | undefined): Item | undefined | null => (id == null ? null : itemOf(id))
  const made = (item: Item): { [name: string]: Json } => ({ made: item.id })
  switch (step.kind) {
    case 'create folder':
      return made(tree.createFolder(state, step.by, step.name, at(step.parent)))
    case 'create workbook':
      return made(tree.createWorkbook(state, step.by, step.name, at(step.parent)))
    case 'create report':
      return made(tree.createReport(state, step.by, step.name, at(step.parent), step.isInWorkbook && step.parent !== null))
    case 'rename':
      tree.rename(state, step.by, kindOf(step.item), itemOf(step.item), step.name)
      return {}
    case 'move':
      tree.move(state, step.by, kindOf(step.item), itemOf(step.item), at(step.to))
      return {}
    case 'move by update':
      upserts.moveByUpdate(state, step.by, kindOf(step.item), itemOf(step.item), at(step.to))
      return {}
    case 'delete':
      tree.remove(state, step.by, kindOf(step.item), itemOf(step.item))
      return {}
    case 'bulk delete':
      requireWho(state, step.by, null)
      return { bulk: bulk(state, step.items, (id) => tree.remove(state, step.by, kindOf(id), itemOf(id))) }
    case 'bulk move':
      requireWho(state, step.by, null)
      return { bulk: bulk(state, step.items, (id) => tree.move(state, step.by, kindOf(id), itemOf(id), at(step.to))) }
    case 'grant':
      sharing.grant(state, step.by, kindOf(step.item), itemOf(step.item), step.grantee, step.level)
      return {}
    case 'grant dashboard':
      sharing.grantDashboard(state, step.by, itemOf(step.item), step.grantee, step.isGranted)
      return {}
    case 'publish':
      dashboards.publish(state, step.by, itemOf(step.item), step.charts, step.allowEmbed)
      return {}
    case 'embed access':
      return { access: dashboards.changeEmbedAccess(state, step.by, itemOf(step.item), step) }
    case 'allow embed':
      dashboards.allowEmbedding(state, step.by, itemOf(step.item), step.allowEmbed)
      return {}
    case 'duplicate':
      return made(dashboards.duplicate(state, step.by, itemOf(step.item), step.isShared))
    case 'upsert workbook': {
      const item = upserts.upsertWorkbook(state, step.by, step.slug, step.name, at(step.parent), step.parent !== undefined)
      return item ? made(item) : {}
    }
    case 'upsert report': {
      const item = upserts.upsertReport(state, step.by, step.publicId, step.name, at(step.parent), step.parent !== undefined)
      return item ? made(item) : {}
    }
    case 'transfer':
      return { transferred: sharing.transfer(state, step.by, step.from, step.to) }
    case 'join':
      sharing.join(state, step.group, step.user, step.isIn)
      return {}
    case 'delete green':
      sharing.deleteGreen(state)
      return {}
    case 'read':
      return { item: looks.read(state, step.by, kindOf(step.item), itemOf(step.item)) }
    case 'feed':
      return { items: looks.feed(state, step.by, { ...step, folder: at(step.folder) }) }
    case 'folders':
      return looks.folders(state, step.by, at(step.parent))
    case 'workbooks':
      return looks.workbooks(state, step.by, at(step.folder), step.folder !== undefined)
    case 'reports': {
      const isInWorkbook = step.isInWorkbook && step.folder != null
      return looks.reports(state, step.by, { ...step, isInWorkbook, folder: at(step.folder), isPlaced: step.folder !== undefined })
    }
    case 'report folders':
      return { items: looks.reportFolders(state, step.by) }
    case 'dashboard':
      return { dashboard: dashboards.dashboardOf(state, step.by, itemOf(step.item)) }
    case 'embed access of':
      return { access: dashboards.embedAccessOf(state, step.by, itemOf(step.item)) }
    case 'explain':
      return { access: looks.explain(state, step.by, kindOf(step.item), itemOf(step.item), step.user) }
  }
}

export const createModel = (start: Start, rules: Rules): Model => {
  const state = stateOf(start, rules)
  const expect = (step: Step): Seen => {
    try {
      return { code: null, ...answer(state, step) }
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code }
      throw error
    }
  }
  return { expect, state }
}
