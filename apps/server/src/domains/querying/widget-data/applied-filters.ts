import { cubeOf, memberIn } from '#domains/content/members'
import { isTimeOf, type Locked, type SetControls, type SetFilter } from './control-values.ts'
import { type QueryFilter, queryFilterOf } from './query-filter.ts'

/** What is asked under controls: a chart, or the choices of a filter. Its author may have said which members controls mean in it. */
export type Asker = { cubes: ReadonlySet<string>; controls: Record<string, unknown> }

type Meaning = { widgetId: string; member: string }

const saidFor = ({ controls }: Asker, widgetId: string): unknown => (Object.hasOwn(controls, widgetId) ? controls[widgetId] : undefined)

/** The member that a control means where it is asked; null: it is off there. */
export const memberFor = (asker: Asker, { widgetId, member }: Meaning, isGrain: boolean): string | null => {
  const said = saidFor(asker, widgetId)
  if (said === null) return null
  const mapped = typeof said === 'string' ? memberIn(said) : null
  if (mapped !== null) return mapped
  return isGrain || asker.cubes.has(cubeOf(member)) ? member : null
}

const isOfNoMember = (said: unknown): boolean =>
  said !== undefined && said !== null && (typeof said !== 'string' || memberIn(said) === null)

export const isLocked = ({ control }: { control: { visibility: string } }): boolean => control.visibility !== 'visible'

/** The first locked filter that cannot be asked there. Without it more would be shown than was meant to be. */
export const brokenFor = (asker: Asker, { filters, nameless }: Pick<SetControls, 'filters' | 'nameless'>): Locked | undefined => {
  const [first] = nameless
  if (first) return { control: first, problem: 'it names no member with its view' }
  for (const { control, problem } of filters.filter(isLocked)) {
    if (isOfNoMember(saidFor(asker, control.widgetId))) return { control, problem: 'it is mapped to what is no member' }
    if (problem !== undefined && memberFor(asker, control, false) !== null) return { control, problem }
  }
  return undefined
}

/** A filter as it is asked. Charts are compared by its `name`: a viewer may send a megabyte of values. */
export type Applied = { name: string; filter: QueryFilter; isLocked: boolean }

/** The filters that hold there. Those that were made for another are taken again. */
export const appliedTo = (
  asker: Asker,
  filters: readonly SetFilter[],
  times: ReadonlySet<string>,
  made: Map<string, QueryFilter>,
): Applied[] =>
  filters.flatMap((one, index) => {
    const { control, operator, values } = one
    const member = values === null ? null : memberFor(asker, control, false)
    if (member === null || values === null) return []
    const name = `${index} ${member}`
    const filter = made.get(name) ?? queryFilterOf(member, operator, values, isTimeOf(control, member, times))
    made.set(name, filter)
    return [{ name, filter, isLocked: isLocked(one) }]
  })
