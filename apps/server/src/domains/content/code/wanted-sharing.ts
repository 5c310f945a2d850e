import type { ContentFileGrant } from '@facet/contract'
import { outsideEmbedTenants } from '#access'
import { isOfKey, requireAllOfKey } from '#domains/content/grants'
import { showsPeople } from '#domains/content/policies'
import { Failure } from '#kernel/failure'
import type { Importing } from './importing.ts'
import { orderedGrants, type Sharing } from './sharing-queries.ts'

const nameOf = ({ to, name }: ContentFileGrant): string => `${to}${name === undefined ? '' : ` "${name}"`}`

const dashboardGrantees = new Set<ContentFileGrant['to']>(['user', 'service_account', 'group', 'organization'])

/** What could not be granted by hand is not granted by a file. */
const requireGrantable = ({ workspace }: Importing, grant: ContentFileGrant, isDashboard: boolean): void => {
  const { to, name = '', level } = grant
  if (isDashboard && !dashboardGrantees.has(to))
    throw new Failure('resource_type_unsupported', `A dashboard alone cannot be shared with ${nameOf(grant)}. Share its workbook.`)
  if (to === 'embed_tenant' && !isOfKey(workspace, name)) throw outsideEmbedTenants(name)
  if (to === 'all_embed_users') requireAllOfKey(workspace)
  const isViewOnly = isDashboard || to === 'embed_tenant' || to === 'all_embed_users'
  if (isViewOnly && level !== 'view')
    throw new Failure('system_group_view_only', `${nameOf(grant)} can be given view, and ${level} is more.`)
}

const wantedGrants = async (importing: Importing, grants: readonly ContentFileGrant[], isDashboard: boolean, notes: string[]) => {
  const wanted = new Map<string, ContentFileGrant>()
  for (const grant of grants) {
    requireGrantable(importing, grant, isDashboard)
    const found = await importing.grantees.find(grant)
    if (found) {
      const here = { to: grant.to, ...(found.name === null ? {} : { name: found.name }), level: grant.level }
      wanted.set(nameOf(here), here)
    } else notes.push(`${nameOf(grant)} was not found here and is not granted anything.`)
  }
  return orderedGrants([...wanted.values()])
}

const wantedOwner = async ({ grantees }: Importing, sent: string | null | undefined, current: Sharing | null, notes: string[]) => {
  const found = sent ? await grantees.findOwner(sent) : null
  if (found) return found.owner
  if (sent && sent !== current?.owner)
    notes.push(`The owner "${sent}" was not found here, or is deactivated: ${current ? 'the owner stays' : 'it is yours'}.`)
  return current ? (current.owner ?? null) : grantees.ownName()
}

/**
 * Whose an item is to be and whom it is to be shared with, as it can be said here. Nothing where that is not for the caller to say: a new
 * item is the caller's then, and another stays as it is. `current` is null of what is to be made.
 */
export const wantedSharing = async (
  importing: Importing,
  sent: Sharing,
  current: Sharing | null,
  { isDashboard, notes }: { isDashboard: boolean; notes: string[] },
): Promise<Sharing> => {
  if (!showsPeople(importing.workspace)) {
    if (sent.owner || sent.grants?.length)
      notes.push('Owner and grants are left as they are, and a new item is yours: an administrator of the tenant imports these.')
    return {}
  }
  const grants = sent.grants ? await wantedGrants(importing, sent.grants, isDashboard, notes) : (current?.grants ?? [])
  return isDashboard ? { grants } : { owner: await wantedOwner(importing, sent.owner, current, notes), grants }
}
