// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { addEmbedGroupMembers } from '../embed-groups/add-embed-group-members.ts'
import { createEmbedGroup } from '../embed-groups/create-embed-group.ts'
import { deleteEmbedGroup } from '../embed-groups/delete-embed-group.ts'
import { deleteEmbedTenant } from '../embed-tenants/delete-embed-tenant.ts'
import { deleteEmbedUserAttribute } from '../embed-tenants/delete-embed-user-attribute.ts'
import { dryRunSession } from '../sessions/dry-run-session.ts'
import { exchangeSession } from '../tokens/exchange-session.ts'
import { generateSession } from '../sessions/generate-session.ts'
import { getEmbedGroup } from '../embed-groups/get-embed-group.ts'
import { getEmbedKeys } from '../tokens/get-embed-keys.ts'
import { getEmbedSession } from '../registry/get-embed-session.ts'
import { listEmbedGroupMembers } from '../embed-groups/list-embed-group-members.ts'
import { listEmbedGroups } from '../embed-groups/list-embed-groups.ts'
import { listEmbedSessions } from '../registry/list-embed-sessions.ts'
import { listEmbedTenants } from '../embed-tenants/list-embed-tenants.ts'
import { listEmbedUserAttributes } from '../embed-tenants/list-embed-user-attributes.ts'
import { listEmbedUsers } from '../embed-tenants/list-embed-users.ts'
import { removeEmbedGroupMembers } from '../embed-groups/remove-embed-group-members.ts'
import { renewSession } from '../tokens/renew-session.ts'
import { revokeEmbedSession } from '../registry/revoke-embed-session.ts'
import { revokeEmbedSessions } from '../registry/revoke-embed-sessions.ts'
import { updateEmbedGroup } from '../embed-groups/update-embed-group.ts'
import { watchEmbedSession } from '../session-watch/watch-embed-session.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  addEmbedGroupMembers,
  createEmbedGroup,
  deleteEmbedGroup,
  deleteEmbedTenant,
  deleteEmbedUserAttribute,
  dryRunSession,
  exchangeSession,
  generateSession,
  getEmbedGroup,
  getEmbedKeys,
  getEmbedSession,
  listEmbedGroupMembers,
  listEmbedGroups,
  listEmbedSessions,
  listEmbedTenants,
  listEmbedUserAttributes,
  listEmbedUsers,
  removeEmbedGroupMembers,
  renewSession,
  revokeEmbedSession,
  revokeEmbedSessions,
  updateEmbedGroup,
  watchEmbedSession,
} satisfies Partial<Handlers>
