import { type Call, isObject } from '../protocol/messages.ts'

const schemes = new Set<unknown>(['light', 'dark', 'auto'])
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200
const isFilter = (value: unknown): boolean => isObject(value) && 'value' in value && (value['type'] === undefined || isText(value['type']))

/** What each part of a change must be. A name that is not here is refused: nothing is dropped in silence. */
const parts: Record<string, (value: unknown) => boolean> = {
  publicId: isText,
  filters: (value) => isObject(value) && Object.values(value).every(isFilter),
  theme: isObject,
  scheme: (value) => schemes.has(value),
  locale: isText,
  timezone: isText,
  allowExport: (value) => typeof value === 'boolean',
}

const isPart = ([name, part]: [string, unknown]): boolean =>
  Object.hasOwn(parts, name) && ((part === undefined && name !== 'publicId') || parts[name]?.(part) === true)

const isChange = (value: unknown): boolean => isObject(value) && Object.entries(value).every(isPart)

const calls: Record<string, (data: Record<string, unknown>) => boolean> = {
  start: ({ session, live, height }) =>
    isText(session) && isChange(live) && isText((live as { publicId?: unknown }).publicId) && typeof height === 'boolean',
  renew: ({ session, why }) => isText(session) && (why === 'renew' || why === 'expired'),
  set: ({ change }) => isChange(change),
  refresh: () => true,
}

export const idOf = (data: unknown): number | undefined =>
  isObject(data) && typeof data['id'] === 'number' && Number.isSafeInteger(data['id']) ? data['id'] : undefined

/** The call that this is, or nothing. */
export const readCall = (data: unknown): Call | undefined =>
  isObject(data) &&
  idOf(data) !== undefined &&
  typeof data['call'] === 'string' &&
  Object.hasOwn(calls, data['call']) &&
  calls[data['call']]?.(data) === true
    ? (data as Call)
    : undefined
