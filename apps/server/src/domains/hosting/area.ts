import type { Area } from '#context'
import { openEngine } from '#engine/hosting'
import { activities } from './activities.ts'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'

/** Deployments: their settings, variables and engine versions, and builds of their data models. */
export const hosting: Area = { name: 'hosting', handlers, settings, engine: { roles: ['worker'], open: openEngine }, tasks, activities }
