import { Failure } from '#kernel/failure'

export const dashboardNotPublished = (workbookId: number): Failure =>
  new Failure('dashboard_not_published', `Workbook ${workbookId} has no published dashboard. Publish it first.`)
