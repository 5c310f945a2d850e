import type { Area } from '#context'
import { handlers } from './generated/handlers.ts'
import { tasks } from './tasks.ts'

/** The tenant itself: its settings, its audit trail, and what its operator does. */
export const tenant: Area = { name: 'tenant', handlers, tasks }
