import { byText, type Fields, fieldsIn, isFields, textIn, textsIn } from './fields.ts'

/** What `meta` asks of us: below `facet`, or as `facet.<key>`. */
export type MetaSettings = {
  name: string | null
  title: string | null
  isPublic: boolean | null
  format: string | null
  type: string | null
  groups: string[]
  /** Of a model: columns. Of a column: one entry, itself, which the reader of models fills in. */
  primaryKey: string[]
  isKey: boolean
  isJoin: boolean | null
  isPii: boolean
  /** Written below `facet`, but unknown or of the wrong kind: nothing is dropped without a word. */
  problems: string[]
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

const keys: Record<string, (value: unknown) => boolean> = {
  name: (value) => textIn(value) !== null,
  title: (value) => textIn(value) !== null,
  public: (value) => flag(value) !== null,
  format: (value) => textIn(value) !== null,
  type: (value) => ['string', 'number', 'time', 'boolean'].includes(value as string),
  groups: (value) => Array.isArray(value) && value.length > 0 && value.every((group) => textIn(group) !== null),
  primary_key: (value) => flag(value) !== null || (Array.isArray(value) && value.every((column) => textIn(column) !== null)),
  join: (value) => flag(value) !== null,
}
const known = new Map(Object.entries(keys))

const ownEntries = (meta: Fields): [string, unknown][] => {
  const dotted = Object.entries(meta).flatMap(([key, value]): [string, unknown][] =>
    key.startsWith('facet.') ? [[key.slice(6), value]] : [],
  )
  const nested = isFields(meta['facet']) ? Object.entries(meta['facet']) : []
  return [...nested, ...dotted].toSorted(([a], [b]) => byText(a, b))
}

const shown = (value: string): string => JSON.stringify(value.slice(0, 60))

const problemOf = ([key, value]: [string, unknown]): string[] => {
  const isRight = known.get(key)
  if (!isRight) return [`meta facet.${shown(key)} is unknown; known are ${[...known.keys()].join(', ')}.`]
  return isRight(value) ? [] : [`meta facet.${key} is ${shown(JSON.stringify(value))}, which is no value for it.`]
}

const read = (meta: Fields): MetaSettings => {
  const entries = ownEntries(meta)
  const right = new Map(entries.filter(([key, value]) => known.get(key)?.(value)))
  return {
    name: textIn(right.get('name')),
    title: textIn(right.get('title')),
    isPublic: flag(right.get('public')),
    format: textIn(right.get('format')),
    type: textIn(right.get('type')),
    groups: [...new Set(textsIn(right.get('groups')))].toSorted(byText),
    primaryKey: textsIn(right.get('primary_key')),
    isKey: right.get('primary_key') === true,
    isJoin: flag(right.get('join')),
    isPii: meta['contains_pii'] === true || meta['contains_pii'] === 'true',
    problems: entries.flatMap(problemOf),
  }
}

// Most columns of most projects have none.
const ofNothing: Readonly<MetaSettings> = Object.freeze(read({}))

const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0

/** dbt writes `meta` twice, at the node and in its configuration; the second is the newer way. */
export const readMeta = (node: Fields): Readonly<MetaSettings> => {
  const [older, newer] = [fieldsIn(node['meta']), fieldsIn(fieldsIn(node['config'])['meta'])]
  return isEmpty(older) && isEmpty(newer) ? ofNothing : read({ ...older, ...newer })
}
