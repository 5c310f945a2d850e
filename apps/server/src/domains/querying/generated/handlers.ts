// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { bootstrapDashboard } from '../bootstrap/bootstrap-dashboard.ts'
import { listFilterChoices } from '../widget-data/list-filter-choices.ts'
import { streamWidgetData } from '../widget-data/stream-widget-data.ts'

/** Which function serves which operation of this area. */
export const handlers = { bootstrapDashboard, listFilterChoices, streamWidgetData } satisfies Partial<Handlers>
