import { Failure } from '#kernel/failure'

export const dashboardNotPublished = (workbookId: number): Failure =>
  new Failure('dashboard_not_published', `Workbook ${workbookId} has no published dashboard. Publish it first.`)

export const dashboardIdTaken = (publicId: string, cause?: unknown): Failure =>
  new Failure('public_id_taken', `Another dashboard of the tenant has the public id ${publicId}.`, { cause })
