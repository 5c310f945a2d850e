import type { getTenantSettings as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { getSettings } from './settings-queries.ts'

export const getTenantSettings: Handler<typeof contract> = async (_, context) => getSettings(context.db, requireTenant(context))
