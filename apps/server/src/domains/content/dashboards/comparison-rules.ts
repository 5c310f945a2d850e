import { isDeepStrictEqual } from 'node:util'
import type { DashboardComparison, DashboardConfig, DashboardWidget } from '@facet/contract'
import { changedFields, type DashboardState } from './snapshot-rules.ts'

type Fields = Record<string, unknown>
type Differences = Omit<DashboardComparison, 'from' | 'to'>

/** Null and left out are the same. */
const differing = (from: Fields, to: Fields): string[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !isDeepStrictEqual(from[name] ?? null, to[name] ?? null))

const textChange = (from: string | null, to: string | null) => (from === to ? null : { from, to })

type Pairs<Key, T> = { added: Key[]; removed: Key[]; both: [T, T][] }

const pairsOf = <Key, T>(from: readonly T[], to: readonly T[], keyOf: (one: T) => Key): Pairs<Key, T> => {
  const before = new Map(from.map((one) => [keyOf(one), one]))
  const after = new Set(to.map(keyOf))
  return {
    added: to.map(keyOf).filter((key) => !before.has(key)),
    removed: from.map(keyOf).filter((key) => !after.has(key)),
    both: to.flatMap((one) => {
      const old = before.get(keyOf(one))
      return old === undefined ? [] : [[old, one] as [T, T]]
    }),
  }
}

/** Whether what both have comes in another order. */
const isReordered = (from: readonly DashboardWidget[], both: [DashboardWidget, DashboardWidget][]): boolean => {
  const common = new Set(both.map(([, { id }]) => id))
  return !isDeepStrictEqual(
    from.map(({ id }) => id).filter((id) => common.has(id)),
    [...common],
  )
}

const configFields = (from: DashboardConfig, to: DashboardConfig, isOrderChanged: boolean): string[] => {
  const { widgets: _old, ...before } = from
  const { widgets: _new, ...after } = to
  return [...differing(before, after), ...(isOrderChanged ? ['widgets'] : [])]
}

/** What differs, by name. */
export const compareStates = (from: DashboardState, to: DashboardState): Differences => {
  const before = from.config.widgets ?? []
  const widgets = pairsOf(before, to.config.widgets ?? [], ({ id }) => id)
  const reports = pairsOf(from.snapshots, to.snapshots, ({ reportId }) => reportId)
  const differences = {
    title: textChange(from.title, to.title),
    description: textChange(from.description, to.description),
    config: configFields(from.config, to.config, isReordered(before, widgets.both)),
    widgets: {
      added: widgets.added,
      removed: widgets.removed,
      changed: widgets.both
        .map(([old, { id, ...rest }]) => ({ id, fields: differing({ ...old, id: undefined }, rest) }))
        .filter(({ fields }) => fields.length > 0),
    },
    reports: {
      added: reports.added,
      removed: reports.removed,
      changed: reports.both
        .map(([old, next]) => ({ reportId: next.reportId, name: next.name, fields: changedFields(old, next) }))
        .filter(({ fields }) => fields.length > 0),
    },
  }
  return { isSame: isNothing(differences), ...differences }
}

const isNothing = ({ title, description, config, widgets, reports }: Omit<Differences, 'isSame'>): boolean =>
  title === null &&
  description === null &&
  [config, widgets.added, widgets.removed, widgets.changed, reports.added, reports.removed, reports.changed].every(
    ({ length }) => length === 0,
  )
