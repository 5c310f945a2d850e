import type { getApiKey as contract } from '@facet/contract'
import { requireCaller } from '#access'
import type { Handler } from '#context'
import { apiKeyView } from './api-key-view.ts'
import { getVisibleKey } from './get-visible-key.ts'

export const getApiKey: Handler<typeof contract> = async ({ params }, context) =>
  apiKeyView(await getVisibleKey(context.db, requireCaller(context), params.apiKeyId))
