import type { WorkspaceItem } from '@facet/contract'
import { nobody } from '#domains/content/items'

const workbookView = (item: WorkspaceItem, isClosed: boolean): WorkspaceItem => {
  const published = isClosed ? null : item.publishedDashboard
  return {
    ...item,
    meta: {},
    calculatedFields: {},
    dashboardDraft: null,
    ...(isClosed ? { dashboardPublished: null } : {}),
    userId: nobody.id,
    user: nobody,
    publishedDashboard: published ? { ...published, createdBy: null, fromSharedWorkspace: true } : null,
  }
}

const reportView = (item: WorkspaceItem): WorkspaceItem => ({
  ...item,
  externalWorkbookId: null,
  resultLocation: null,
  endResultCell: null,
  externalWorkbookPlacements: [],
})

/** An item for whoever looks from outside: no people and no spreadsheets of theirs; of a workbook what is published, not what is being worked on, and not that either where it is closed to the caller. */
export const sharedView = ({ createdBy: _maker, updatedBy: _editor, ...item }: WorkspaceItem, isClosed: boolean): WorkspaceItem => {
  if (item.type === 'FOLDER') return item
  return item.type === 'WORKBOOK' ? workbookView(item, isClosed) : reportView(item)
}
