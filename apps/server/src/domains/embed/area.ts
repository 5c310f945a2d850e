import type { Area } from '#context'
import { openEngine } from '#engine/embed'
import { handlers } from './generated/handlers.ts'
import { reactions } from './reactions.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'

const gauges: Area['gauges'] = ({ embed: { watches } }) => [
  { name: 'facet_embed_streams', help: 'Streams open that tell frames of the end of their session.', read: watches.count },
]

/** Embedding: sessions and their tokens, embed tenants with their users, groups and attributes, and the registry of what lives. */
export const embed: Area = { name: 'embed', handlers, settings, engine: { open: openEngine }, tasks, reactions, gauges }
