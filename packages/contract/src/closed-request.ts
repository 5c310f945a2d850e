import type { TSchema } from 'typebox'

/**
 * Request schemas that accept unknown fields, by title, with the reason. Every other object of a request refuses them: a mistyped field of a
 * grant, a key or a setting must not be ignored. What is listed here is open with everything below it that does not close itself.
 */
export const openRequestSchemas = {
  GenerateSession: 'Session rules refuse unknown fields themselves, as `unknown_field`, and ignore three fields of older clients.',
  DashboardConfigInput: 'A document of an editor: fields of a newer editor are kept as sent.',
  EmbedSessionSettings: 'Flags of a newer version are kept with the session and have no effect.',
  EmbedTheme: 'Appearance only. Hosts send one theme to several versions.',
  MetaSelectors: 'The reference CLI passes any JSON as the selectors of a read.',
  WorkbookMetaInput: 'Of the client, kept as sent.',
  UploadTransaction: 'Sent back as an older or newer server returned it.',
  FileHash: 'Several generations of uploaders write manifests; only `hash` is compared.',
} as const satisfies Record<string, string>

const hasOpenTitle = ({ title }: Partial<Record<string, unknown>>): boolean => typeof title === 'string' && title in openRequestSchemas

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const closeEach = (map: unknown): unknown =>
  isNode(map) ? Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, close(schema)])) : map

const closeBelow: Readonly<Record<string, (value: unknown) => unknown>> = {
  properties: closeEach,
  patternProperties: closeEach,
  anyOf: (list) => (Array.isArray(list) ? list.map(close) : list),
  allOf: (list) => (Array.isArray(list) ? list.map(close) : list),
  items: (schema) => close(schema),
  additionalProperties: (schema) => close(schema),
}

const close = (schema: unknown): unknown => {
  if (!isNode(schema) || hasOpenTitle(schema)) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeBelow[key]?.(value) ?? value]))
  return schema['properties'] && schema['additionalProperties'] === undefined ? { ...copy, additionalProperties: false } : copy
}

/** The same schema, with every object that names its fields closed to others. An explicit `additionalProperties` stays. */
export const closeRequest = <T extends TSchema>(schema: T): T => close(schema) as T
