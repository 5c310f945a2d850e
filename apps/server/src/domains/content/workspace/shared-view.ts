import type { WorkspaceItem } from '@facet/contract'
import { nobody } from '#domains/content/items'

const workbookView = (item: WorkspaceItem): WorkspaceItem => {
  const published = item.publishedDashboard
  return {
    ...item,
    meta: {},
    calculatedFields: {},
    dashboardDraft: null,
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

/** An item for whoever looks from outside: no people and no spreadsheets of theirs; of a workbook what is published, not what is being worked on. */
export const sharedView = ({ createdBy: _maker, updatedBy: _editor, ...item }: WorkspaceItem): WorkspaceItem => {
  if (item.type === 'FOLDER') return item
  return item.type === 'WORKBOOK' ? workbookView(item) : reportView(item)
}
