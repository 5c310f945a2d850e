import { createTimeFormat, millisecondsOf } from '../format/format-time.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const dayMs = 86_400_000

/** How a choice is read. Times come as text, as wall clock: a day where no hour is told from another. */
export const choiceText = (text: string, locale: string): string => {
  const at = moment.test(text) ? millisecondsOf(text) : null
  return at === null ? text : createTimeFormat(locale, at % dayMs === 0 ? 'day' : 'second')(at)
}
