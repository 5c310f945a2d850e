import type { Grantee } from '#domains/content/grants'
import { Failure } from '#kernel/failure'
import type { Resource } from './require-resource.ts'

const shareable = new Set<Grantee['kind']>(['user', 'group', 'organisation'])

/** A dashboard alone is for people and groups of the console, and for groups and all creators of an embed tenant. */
export const requireDashboardGrantee = ({ kind, id, access }: Resource, grantee: Grantee): void => {
  if (kind !== 'dashboard' || shareable.has(grantee.kind)) return
  throw new Failure(
    'resource_type_unsupported',
    `Dashboard ${id} alone cannot be shared with this user or group. Share its workbook ${access.itemId}, with the type Workbook.`,
  )
}
