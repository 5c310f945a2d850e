import type { exchangeSession as contract } from '@facet/contract'
import type { Handler } from '#context'
import { exchange, sessionItem, tokenFor } from './exchange.ts'

export const exchangeSession: Handler<typeof contract> = async ({ body }, context) =>
  tokenFor(context, await exchange(context, sessionItem(context, body.sessionId)))
