/** Puts Facet dashboards into a page. Touches nothing when it is imported, so a server may import it too. */
import { type Embed, openEmbed } from './embed.ts'
import type { Options } from './options.ts'

/** Throws an EmbedError for options that can never work; everything later is told by `ready`, `state` and events. */
export const mount = (target: Element | string, options: Options): Embed => openEmbed(target, options, options.session)

export type { Embed } from './embed.ts'
export type { EmbedEvent, EmbedEvents, EmbedState, Listener } from './emitter.ts'
export { EmbedError, type EmbedErrorCode } from './error.ts'
export type { Allowed, Options, SessionCallback } from './options.ts'
export { preload } from './preload.ts'
export type { Change, Filters, FilterValue, Live, Ready, Scheme, Theme, Why } from './protocol/messages.ts'
