import { isAdministrator, mayInTenant } from '#access'
import type { WorkspaceAccess } from '#domains/content/items'

type Asking = Pick<WorkspaceAccess, 'caller'>

/**
 * Whoever shares an item names people by ids, which can be guessed: names and emails are for those who may list all users, and names of
 * groups for those who may list these.
 */
export const showsPeople = ({ caller }: Asking): boolean => !caller.embed && isAdministrator(caller) && caller.reach.isTenantWide

export const showsGroups = ({ caller }: Asking): boolean => !caller.embed && mayInTenant(caller, 'AIBIView') && caller.reach.isTenantWide
