import type { Area } from '#context'
import { activitiesOver } from './activities.ts'
import { checks } from './checks.ts'
import { createSyncSteps, openEngine } from '#engine/dbt'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'

/** dbt: the project that a deployment is connected to, and cubes made of its models. */
export const dbt: Area = {
  name: 'dbt',
  handlers,
  settings,
  engine: { open: openEngine },
  tasks,
  // What runs of a killed process left lies in its folders of hosting and modeling, which remove them.
  activities: activitiesOver(createSyncSteps),
  checks,
}
