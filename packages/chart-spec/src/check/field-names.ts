import { machinery } from './expression-names.ts'

/** Under these names texts are fields of data. */
export const fieldNames: ReadonlySet<string> = new Set(
  'field fields groupby fold flatten pivot impute key lookup density quantile extent repeat row column layer argmin argmax'.split(' '),
)

/** Whether texts under this name are fields of data, or become some. */
export const namesFields = (key: string): boolean => key === 'as' || fieldNames.has(key)

/** A member of a model, which is one field whatever it is called. */
const member = /^\w+(?:\.\w+)+$/

/** Whether a field, or a path of fields, leads behind data to what every object has. */
export const readsBehindData = (field: string): boolean =>
  !member.test(field) && field.split(/(?<!\\)[.[\]'"]/).some((part) => machinery.has(part))
