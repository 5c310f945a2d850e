import { redactMargin } from './redact.ts'

/** As the database takes it: no half characters, no NUL. They are replaced: to leave them out could put together a value that was not recognised. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** What foreign code wrote, as it is kept and shown: cut before it costs anything, without the values of variables, and such that it can be stored. */
export const foreignText = (text: string, maxChars: number, redact: (text: string) => string): string =>
  storable(redact(text.slice(0, maxChars + redactMargin)).slice(0, maxChars))
