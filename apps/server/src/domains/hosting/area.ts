import type { Area } from '#context'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'

/** Deployments: their settings, variables and engine versions. */
export const hosting: Area = { name: 'hosting', handlers, settings }
