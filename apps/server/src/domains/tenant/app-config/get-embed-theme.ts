import type { getEmbedTheme as contract } from '@facet/contract'
import { requireCaller } from '#access'
import type { Handler } from '#context'
import { getThemeOf } from './embed-theme.ts'

export const getEmbedTheme: Handler<typeof contract> = async (_, context) => getThemeOf(context.db, requireCaller(context))
