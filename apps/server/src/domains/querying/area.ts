import type { Area } from '#context'
import { openEngine } from '#engine/querying'
import { handlers } from './generated/handlers.ts'

/** Querying: the data of what is published, asked of engines by the service itself. */
export const querying: Area = { name: 'querying', handlers, engine: { open: openEngine } }
