import type { Area } from '#context'
import { openEngine, removeLeftWork } from '#engine/modeling'
import { checks } from './checks.ts'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'

/** Data models: files and branches in repositories, uploads, what a change means, and git remotes. */
export const modeling: Area = {
  name: 'modeling',
  handlers,
  settings,
  engine: { roles: ['authoring', 'worker'], open: openEngine },
  tasks,
  gauges: ({ pushBacklog }) => [
    { name: 'facet_pushes_pending', help: 'Pushes that their git remotes have not taken yet.', read: pushBacklog.pending },
    { name: 'facet_pushes_failed', help: 'Pushes that were given up.', read: pushBacklog.failed },
  ],
  checks,
  // What a killed process left may be all that fills the disk.
  cleanUp: ({ dataFolder }) => removeLeftWork(dataFolder),
}
