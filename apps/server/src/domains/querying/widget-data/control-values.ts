import type { FilterOperator, SentFilter, SentGrain } from '@facet/contract'
import { isPatternOperator, queryLimits } from '@facet/dashboard-spec/query'
import { Failure } from '#kernel/failure'
import type { Controls, FilterControl, GrainControl, NamelessLock } from './controls.ts'
import { requireSize } from './sent-size.ts'
import { saidIn, type Value, valuesIn } from './values.ts'

/** What holds of a filter: null values are no filter at all. `problem`: it is locked to what cannot be asked, so where it applies nothing is. */
export type SetFilter = { control: FilterControl; operator: FilterOperator; values: Value[] | null; problem?: string }
export type SetGrain = { control: GrainControl; grain: string | null }
export type SetControls = { filters: SetFilter[]; grains: SetGrain[]; nameless: NamelessLock[] }

/** A locked filter that cannot be asked, and why. */
export type Locked = { control: NamelessLock; problem: string }

export type Sent = { filters?: SentFilter[] | null | undefined; timeGrains?: SentGrain[] | null | undefined }

const withoutValue: ReadonlySet<FilterOperator> = new Set(['is_null', 'is_not_null', 'is_empty', 'is_not_empty'])
const ofOneValue: ReadonlySet<FilterOperator> = new Set(['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'])

// Each is tried on every row: a thousand of them keep a warehouse busy for minutes, and everybody whom it answers.
const maxPatterns = 20
const { times: maxDays, timeCharacters: maxTimeCharacters } = queryLimits
const ofDays: ReadonlySet<FilterOperator> = new Set(['equals', 'not_equals'])

/** Why a time cannot be asked with such values; nothing where it can. */
const timeProblem = (operator: FilterOperator, values: readonly Value[]): string | undefined => {
  if (ofDays.has(operator) && values.length > maxDays) return `${operator} takes ${maxDays} days at most, and ${values.length} were sent`
  const long = values.find((value) => typeof value === 'string' && value.length > maxTimeCharacters)
  return long === undefined
    ? undefined
    : `a time or a range has ${maxTimeCharacters} characters at most, and one of ${String(long).length} was sent`
}

/** Why an operator cannot be asked with so many values; nothing where it can. A range may be said in words, such as `last week`. */
const countProblem = (operator: FilterOperator, values: readonly Value[]): string | undefined => {
  if (operator === 'between' && values.length !== 2 && !(values.length === 1 && typeof values[0] === 'string'))
    return 'between takes two values, or the name of a range of time'
  if (ofOneValue.has(operator) && values.length !== 1) return `${operator} takes one value`
  return undefined
}

const invalid = (widgetId: string, problem: string): Failure =>
  new Failure('control_value_invalid', `The value for the control "${widgetId}" is not one it takes: ${problem}. Send another.`)

/** Why nothing is shown where a filter is locked to what cannot be asked. What that is stays unsaid: the viewer may not see it. */
export const lockedProblem = ({ control: { widgetId, visibility }, problem }: Locked) => ({
  code: 'control_value_invalid' as const,
  message: `The control "${widgetId}" is ${visibility}, and what it is locked to cannot be asked: ${problem}. Tell the author of the dashboard.`,
})

/** What was sent, by control, with every refusal. */
const sentBy = <S extends { widgetId: string }>(
  sent: readonly S[],
  controls: readonly { widgetId: string; visibility: string }[],
  kind: 'FILTER' | 'TIME_GRAIN',
): Map<string, S> => {
  const byId = new Map<string, S>()
  for (const one of sent) {
    const control = controls.find(({ widgetId }) => widgetId === one.widgetId)
    if (!control)
      throw new Failure(
        'control_unknown',
        `The dashboard has no ${kind} widget "${one.widgetId}" that names a member. Send values for controls only.`,
      )
    if (control.visibility !== 'visible')
      throw new Failure(
        'control_locked',
        `The control "${one.widgetId}" is ${control.visibility} and keeps the value that the dashboard gives it. Leave it out.`,
      )
    if (byId.has(one.widgetId)) throw invalid(one.widgetId, 'it was sent twice')
    byId.set(one.widgetId, one)
  }
  return byId
}

/** Whether a member that a control is asked by is a time. */
export const isTimeOf = ({ valueType }: FilterControl, member: string, times: ReadonlySet<string>): boolean =>
  valueType === 'time' || (valueType === null && times.has(member))

const fromSent = (
  { widgetId, isMultiple, operator: usual }: FilterControl,
  sent: SentFilter,
  isTime: boolean,
): Omit<SetFilter, 'control'> => {
  const operator = sent.operator ?? usual
  if (withoutValue.has(operator)) return { operator, values: [] }
  const values = valuesIn(sent.value)
  if (values.length === 0) return { operator, values: null }
  const problem =
    countProblem(operator, values) ??
    (!isMultiple && operator !== 'between' && values.length > 1 ? 'it takes one value' : undefined) ??
    (isTime ? timeProblem(operator, values) : undefined)
  if (problem) throw invalid(widgetId, problem)
  if (isPatternOperator(operator) && values.length > maxPatterns)
    throw invalid(widgetId, `${operator} takes ${maxPatterns} values at most, and ${values.length} were sent`)
  return { operator, values }
}

/** The first that says something, and all of it: with a part of it, or with what comes next, more would be shown than was meant to be. */
const lockedTo = ({ operator, isOfUnknownOperator }: FilterControl, told: readonly unknown[]): Omit<SetFilter, 'control'> => {
  const said = told.map(saidIn).find((values) => values.length > 0)
  const values = (said ?? []).filter((one): one is Value => typeof one !== 'object')
  // First: one that takes no value, such as `notSet`, has none to be missed.
  if (isOfUnknownOperator) return { operator, values, problem: 'there is no operator of its name' }
  if (!said) return { operator, values: null }
  const problem = values.length < said.length ? 'it has what is no text, number or boolean' : countProblem(operator, values)
  return { operator, values, ...(problem === undefined ? {} : { problem }) }
}

const fromDefaults = (control: FilterControl, attributes: Record<string, unknown>): Omit<SetFilter, 'control'> => {
  const { operator, attribute, defaultValue, visibility } = control
  if (withoutValue.has(operator)) return { operator, values: [] }
  const ofUser = attribute !== null && Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
  if (visibility !== 'visible') return lockedTo(control, [ofUser, defaultValue])
  const found = [ofUser, defaultValue].map(valuesIn).find((values) => values.length > 0 && countProblem(operator, values) === undefined)
  return { operator, values: found ?? null }
}

const grainOf = (control: GrainControl, sent: SentGrain | undefined): string | null => {
  if (!sent) return control.defaultGrain
  if (!control.grains.includes(sent.grain))
    throw invalid(control.widgetId, `it takes ${control.grains.join(', ')}, and not "${sent.grain}"`)
  return sent.grain
}

/** What holds of every control: what was sent, else the attribute of the user, else the default of the widget. `times`: what is known to be one. */
export const setControls = (
  { filters, grains, nameless }: Controls,
  sent: Sent,
  attributes: Record<string, unknown>,
  times: ReadonlySet<string>,
): SetControls => {
  const sentFilters = sentBy(sent.filters ?? [], filters, 'FILTER')
  const sentGrains = sentBy(sent.timeGrains ?? [], grains, 'TIME_GRAIN')
  const isTime = (control: FilterControl): boolean => isTimeOf(control, control.member, times)
  const set = filters.map((control): SetFilter => {
    const one = sentFilters.get(control.widgetId)
    return { control, ...(one ? fromSent(control, one, isTime(control)) : fromDefaults(control, attributes)) }
  })
  const own = set.filter(({ control }) => sentFilters.has(control.widgetId))
  requireSize(own.map(({ control, operator, values }) => ({ member: control.member, operator, values, isTime: isTime(control) })))
  return {
    filters: set,
    grains: grains.map((control) => ({ control, grain: grainOf(control, sentGrains.get(control.widgetId)) })),
    nameless,
  }
}
