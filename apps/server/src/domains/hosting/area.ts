import { removeLeftSandboxes } from '#adapters/sandbox'
import type { Area } from '#context'
import { openEngine } from '#engine/hosting'
import { activities } from './activities.ts'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'

/** Deployments: their settings, variables, engine versions, environments and builds, and tokens for their data API. */
export const hosting: Area = {
  name: 'hosting',
  handlers,
  settings,
  engine: { open: openEngine },
  tasks,
  activities,
  cleanUp: ({ runFolder }) => removeLeftSandboxes(runFolder),
}
