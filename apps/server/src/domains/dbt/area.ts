import type { Area } from '#context'
import { checks } from './checks.ts'
import { openEngine } from '#engine/dbt'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'

/** dbt: the project that a deployment is connected to, and cubes made of its models. */
export const dbt: Area = { name: 'dbt', handlers, settings, engine: { open: openEngine }, tasks, checks }
