import { type ContentRepair, type DashboardConfig, repairLimits } from '@facet/contract'
import type { Snapshot } from '#domains/content/dashboards'
import {
  mapCalculatedFields,
  mapConfig,
  mapReport,
  type MemberState,
  type ReportDocument,
  type VisitMember,
} from '#domains/content/members'
import { Failure } from '#kernel/failure'

type JsonObject = Record<string, unknown>
type Rename = { from: string; to: string }

/** What a repair does to an item, as far as it is shown. */
export type Repair = Pick<ContentRepair, 'uses' | 'queries'>

/** New names by old ones; of what was read out of a text the case does not count. */
export type Renames = { exact: ReadonlyMap<string, string>; inTexts: ReadonlyMap<string, string> }

const refuse = (index: number, message: string): Failure =>
  new Failure('invalid_request', `/body/renames/${index}/from ${message}`, {
    errors: [{ pointer: `/body/renames/${index}/from`, message }],
  })

/** One pass over an item must be enough, and the same again must change nothing. */
export const requireRenames = (renames: readonly Rename[]): Renames => {
  const exact = new Map<string, string>()
  const targets = new Set(renames.map(({ to }) => to))
  for (const [index, { from, to }] of renames.entries()) {
    if (exact.has(from)) throw refuse(index, 'is named twice. Say once what it is called now.')
    if (targets.has(from)) throw refuse(index, 'is also a new name. Send the two in calls of their own.')
    exact.set(from, to)
  }
  return { exact, inTexts: new Map(renames.map(({ from, to }) => [from.toLowerCase(), to])) }
}

const maxShownUses = 1000
const maxShownQueries = 100

const shownText = (text: string | null): string | null => (text !== null && text.length <= repairLimits.shownCharacters ? text : null)

/** Renames in the documents of one item, and notes what it renamed. */
export const createRepairer = ({ exact, inTexts }: Renames) => {
  const repair: Repair = { uses: [], queries: [] }
  const counts = { saved: 0, published: 0 }
  const visitIn =
    (state: MemberState): VisitMember =>
    (use) => {
      const to = use.byText ? inTexts.get(use.member.toLowerCase()) : exact.get(use.member)
      if (to === undefined) return use.member
      counts[state]++
      if (repair.uses.length < maxShownUses) repair.uses.push({ state, ...use, to })
      return to
    }
  const report = <Document extends ReportDocument>(document: Document, state: MemberState, part: string | null = null): Document => {
    const next = mapReport(document, visitIn(state), part)
    if (next.jsonQuery !== document.jsonQuery && repair.queries.length < maxShownQueries)
      repair.queries.push({ state, part, before: shownText(document.jsonQuery), after: shownText(next.jsonQuery) })
    return next
  }
  return {
    repair,
    isChanged: (state: MemberState): boolean => counts[state] > 0,
    report,
    config: (config: DashboardConfig, state: MemberState): DashboardConfig => mapConfig(config, visitIn(state)),
    calculatedFields: (fields: JsonObject, state: MemberState): JsonObject => mapCalculatedFields(fields, visitIn(state)),
    /** A published report is shown under the first widget that has it. */
    snapshots: (snapshots: readonly Snapshot[], config: DashboardConfig): Snapshot[] =>
      snapshots.map((snapshot) => {
        const widget = config.widgets?.find(({ type, config: shown }) => type === 'CHART' && shown?.['reportId'] === snapshot.reportId)
        const next = report(snapshot, 'published', widget?.id ?? null)
        return { ...next, calculatedFields: mapCalculatedFields(snapshot.calculatedFields, visitIn('published')) }
      }),
  }
}
