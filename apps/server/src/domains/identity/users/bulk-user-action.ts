import type { bulkUserAction as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited, type Touched, touchedIn } from '#kernel/audit'
import type { Handler } from '#context'
import { inSavepoint } from '#db'
import { Failure } from '#kernel/failure'
import { activate, deactivate, lockUserStatus, remove } from './user-status.ts'

const actions = { DEACTIVATE: deactivate, ACTIVATE: activate, DELETE: remove }

/** What may be said of one entry. Anything else, such as a database that is away, is no answer about a user. */
const refusalIn = (error: unknown): Failure => {
  if (error instanceof Failure && error.status < 500) return error
  throw error
}

export const bulkUserAction: Handler<typeof contract> = async ({ body: { action, userIds } }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const ids = [...new Set(userIds)]
  const acted: Touched<'user' | 'api_key'>[] = []
  const succeeded: number[] = []
  const failed: { userId: number; error: { status: number; message: string } }[] = []

  await lockUserStatus(db, access, ids)
  for (const userId of ids) {
    try {
      acted.push(...(await inSavepoint(db, () => actions[action](db, access, userId))))
      succeeded.push(userId)
    } catch (error) {
      const { status, message } = refusalIn(error)
      failed.push({ userId, error: { status, message } })
    }
  }
  return audited({ action, succeeded, failed }, touchedIn(acted))
}
