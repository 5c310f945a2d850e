const withZone = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[Zz]|[+-]\d\d:\d\d)$/
const withoutZone = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(?: (?:UTC|[+-]\d\d:?\d\d))?$/
const wholeSeconds = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)$/

/** The time that a warehouse wrote, in one form: to the millisecond and without a zone, which the query has. */
const timeOf = (text: string): string => {
  const parts = withZone.exec(text) ?? withoutZone.exec(text) ?? wholeSeconds.exec(text)
  if (!parts) return text
  const [, day, time, fraction = ''] = parts
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}`
}

/** A value as it is sent to the client. Numbers stay what the driver made of them, which is text where they could lose digits. */
export const valueOf = (value: unknown, type: string | undefined): unknown => {
  if (value === undefined || value === null) return null
  return type === 'time' && typeof value === 'string' ? timeOf(value) : value
}
