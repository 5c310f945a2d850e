import type { Area } from '#context'
import { handlers } from './generated/handlers.ts'
import { settings } from './settings.ts'

/** Who there is: users, groups, attributes, service accounts, and the API keys they call with. */
export const identity: Area = { name: 'identity', handlers, settings }
