import type { getAppTheme as contract } from '@facet/contract'
import { requireCaller } from '#access'
import type { Handler } from '#context'
import { getConfig } from './app-config-queries.ts'

export const getAppTheme: Handler<typeof contract> = async (_, context) =>
  (await getConfig(context.db, requireCaller(context))).appTheme ?? null
