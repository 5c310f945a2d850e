import { memberIn } from './member-name.ts'

export type Visibility = 'visible' | 'hidden' | 'disabled'

/** A widget as the configuration of a dashboard has it. */
export type ControlWidget = { id: string; type: string; config?: unknown }

export type ControlSpec = {
  widgetId: string
  kind: 'filter' | 'grain'
  /** `orders.status`. Null if the configuration names no member. */
  member: string | null
  visibility: Visibility
  /** Of a granularity control: those to choose from. */
  grains: readonly string[]
}

const standardGrains = ['day', 'week', 'month', 'quarter', 'year']

/** Text, lists and numbers have none of the names that are read. */
const partsOf = (config: unknown): Record<string, unknown> => (config ?? {}) as Record<string, unknown>
const isGiven = (value: unknown): boolean => (value ?? '') !== ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])

/** `member`, or `view` and `dimension`. */
const memberOf = ({ member, view, dimension }: Record<string, unknown>): string | null =>
  memberIn(textOf(member) || `${textOf(view)}.${textOf(dimension)}`)

/** An unknown word locks the control: it was probably meant to. */
const visibilityOf = (value: unknown): Visibility => {
  if (!isGiven(value) || value === 'visible') return 'visible'
  return value === 'hidden' ? 'hidden' : 'disabled'
}

/** Reads a FILTER or TIME_GRAIN widget. Configurations are stored as they were sent, so any part can be missing or malformed. */
export const readControl = ({ id, type, config }: ControlWidget): ControlSpec | undefined => {
  if (type !== 'FILTER' && type !== 'TIME_GRAIN') return undefined
  const given = partsOf(config)
  const grains = textsOf(given['grains'])
  return {
    widgetId: id,
    kind: type === 'FILTER' ? 'filter' : 'grain',
    member: memberOf(given),
    visibility: visibilityOf(given['visibility']),
    grains: grains.length > 0 ? grains : standardGrains,
  }
}

/** Whether the configuration of a control has some part of a member name, valid or not. */
export const hasMemberText = ({ config }: ControlWidget): boolean => {
  const given = partsOf(config)
  return [given['member'], given['view'], given['dimension']].some(isGiven)
}
