import type { updateUser as contract } from '@facet/contract'
import { requireSafeContext, requireTenant } from '#access'
import { audited, type Touched } from '#kernel/audit'
import type { Handler, Input } from '#context'
import { instantOf } from '#kernel/instant'
import { changeUser, getUser, lockUsers, type UserChange } from './user-queries.ts'
import { requireNoPassword, smallDocument } from './user-rules.ts'
import { activate, deactivate, lockUserStatus, setAdministrator } from './user-status.ts'
import { userView } from './user-view.ts'

type Body = Input<typeof contract>['body']

const documentOf = (pointer: string, document: Record<string, unknown> | null | undefined): string | undefined =>
  document ? smallDocument(pointer, document) : undefined

/** The columns to set: what was left out, or null, is not among them. */
const changeOf = (body: Body): UserChange => {
  if (body.securityContext) requireSafeContext('/body/securityContext', body.securityContext)
  const values: UserChange = {
    first_name: body.firstName ?? undefined,
    title: body.title ?? undefined,
    picture: body.picture ?? undefined,
    settings: documentOf('/body/settings', body.settings),
    notifications: body.notifications ? JSON.stringify(Object.fromEntries(body.notifications.map((name) => [name, true]))) : undefined,
    security_context: body.securityContext ? JSON.stringify(body.securityContext) : undefined,
    embed_theme: documentOf('/body/embedTheme', body.embedTheme),
    last_login_at: body.lastLogin ? instantOf('/body/lastLogin', body.lastLogin) : undefined,
    tos_accepted: documentOf('/body/tosAccepted', body.tosAccepted),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

export const updateUser: Handler<typeof contract> = async ({ params: { userId }, body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  requireNoPassword(body)
  const change = changeOf(body)
  const changesStanding = body.isAdmin != null || body.isDeactivated != null
  await (changesStanding ? lockUserStatus : lockUsers)(db, access, [userId])
  await getUser(db, access, userId)

  const hasChange = Object.keys(change).length > 0
  const promoted = body.isAdmin == null ? [] : await setAdministrator(db, access, userId, body.isAdmin)
  const activated = body.isDeactivated == null ? [] : await (body.isDeactivated ? deactivate : activate)(db, access, userId)
  if (hasChange) await changeUser(db, access, userId, change)
  const updated: Touched<'user'>[] = hasChange ? [{ kind: 'user', id: userId, did: 'updated' }] : []
  const [first = { kind: 'user', id: userId, did: 'unchanged' } as const, ...others] = [...updated, ...promoted, ...activated].filter(
    ({ did }) => did !== 'unchanged',
  )
  return audited(userView(await getUser(db, access, userId)), [first, ...others])
}
