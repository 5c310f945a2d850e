import { Failure } from '#kernel/failure'

/** A time of a request as a Date. The schema checked its form; a leap second or a thirtieth of February passes that and is none. */
export const instantOf = (pointer: string, text: string): Date => {
  const date = new Date(text)
  if (!Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1) return date
  throw new Failure('invalid_request', `${pointer} "${text}" is not a time on the calendar.`, {
    errors: [{ pointer, message: 'is not a time on the calendar.' }],
  })
}
