import type { Area } from '#context'
import { openEngine } from '#engine/content'
import { handlers } from './generated/handlers.ts'

/** Content: folders, reports, workbooks and dashboards, who may see them, and what of them is embedded. */
export const content: Area = { name: 'content', handlers, engine: { open: openEngine } }
