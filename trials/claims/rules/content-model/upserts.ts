import { levelOf } from './levels.ts'
import type { Caller } from './people.ts'
import { type Handlers, refuse, requireIdentity, requireItem, requirePlace } from './requiring.ts'
import { isOfWorkbook, type Item, kindOf, parentOf, type State } from './state.ts'
import { createReport, createWorkbook, mayManageReports, move } from './tree-changes.ts'

/** Setting the same place again is not a move. */
const placeReport = (state: State, by: Caller, report: Item, to: number | null): void => {
  const workbook = isOfWorkbook(state, report) ? parentOf(state, report) : undefined
  if ((workbook ?? report).parent === to) return
  if (workbook) refuse('report_follows_workbook')
  if (!mayManageReports(by)) refuse('forbidden')
  report.parent = requirePlace(state, requireIdentity(state, by, null), to)
}

/** Updates and upserts that name a place, and upserts that do not: `parent` is undefined. */
export const upserts: Handlers<'upsert workbook' | 'upsert report' | 'move by update'> = {
  'upsert workbook': (state, { by, slug, name, parent }) => {
    const identity = requireIdentity(state, by, { kind: 'workbook', level: 2 })
    const existing = [...state.items.values()].find((item) => item.slug === slug && item.place === identity.place)
    if (!existing) return { made: createWorkbook(state, { by, name, parent: parent ?? null }, slug).id }
    if (levelOf(state, identity, existing) === 0) refuse('slug_taken')
    requireItem(state, identity, existing.id, 'workbook', parent === undefined ? 2 : 3)
    const at = requirePlace(state, identity, parent ?? null)
    existing.name = name
    if (parent !== undefined) existing.parent = at
    return {}
  },
  'upsert report': (state, { by, publicId, name, parent }) => {
    const identity = requireIdentity(state, by, { kind: 'report', level: 2 })
    const existing = [...state.items.values()].find((item) => item.publicId === publicId && item.place === identity.place)
    if (!existing) {
      const made = createReport(state, { by, name, parent: parent ?? null, isInWorkbook: false })
      made.publicId = publicId
      return { made: made.id }
    }
    if (levelOf(state, identity, existing) === 0) refuse('public_id_taken')
    requireItem(state, identity, existing.id, 'report', 2)
    if (parent !== undefined) placeReport(state, by, existing, parent)
    existing.name = name
    return {}
  },
  'move by update': (state, { by, item, to }) => {
    const kind = kindOf(state, item)
    if (kind === 'folder') move(state, { by, item, to })
    else {
      const identity = requireIdentity(state, by, { kind, level: 2 })
      const moved = requireItem(state, identity, item, kind, kind === 'report' ? 2 : 3)
      if (kind === 'report') placeReport(state, by, moved, to)
      else moved.parent = requirePlace(state, identity, to)
    }
    return {}
  },
}
