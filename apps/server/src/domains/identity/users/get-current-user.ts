import type { getCurrentUser as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { getOwnPrincipal } from './user-queries.ts'
import { userView } from './user-view.ts'

export const getCurrentUser: Handler<typeof contract> = async (_, context) =>
  userView(await getOwnPrincipal(context.db, requireTenant(context)))
