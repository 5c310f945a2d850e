import type { getCurrentUser as contract, User } from '@facet/contract'
import { type EmbedGrant, requireCaller } from '#access'
import type { Handler } from '#context'
import { getOwnPrincipal } from './user-queries.ts'
import { userView } from './user-view.ts'

/** An external user as its session has it: it is no user of the tenant and holds no role. */
const externalView = ({ userId, identity }: EmbedGrant): User => ({
  id: userId,
  email: identity.email ?? identity.username,
  username: identity.username,
  externalId: identity.username,
  firstName: identity.displayName,
  picture: identity.picture,
  isAdmin: false,
  notifications: {},
  defaultRoles: [],
})

export const getCurrentUser: Handler<typeof contract> = async (_, context) => {
  const { embed } = context.caller
  if (embed && !embed.isInternal) return externalView(embed)
  return userView(await getOwnPrincipal(context.db, requireCaller(context)))
}
