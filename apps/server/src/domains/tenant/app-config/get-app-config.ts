import type { getAppConfig as contract } from '@facet/contract'
import { requireCaller } from '#access'
import type { Handler } from '#context'
import { getConfig } from './app-config-queries.ts'

export const getAppConfig: Handler<typeof contract> = async (_, context) => getConfig(context.db, requireCaller(context))
