import type { Problem } from '@facet/embed/page'
import type { ErrorTextKey, Messages } from './messages.ts'

const isKnown = (messages: Messages, code: string): code is ErrorTextKey => Object.hasOwn(messages.errors, code)

/** What a problem is in the words of the viewer's language. The service's own sentence is for whoever embeds, and goes to the host. */
export const errorText = (messages: Messages, { code }: Problem): string =>
  isKnown(messages, code) ? messages.errors[code] : messages.error
