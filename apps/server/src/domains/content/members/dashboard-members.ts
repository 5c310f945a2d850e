import type { DashboardConfig, DashboardWidget } from '@facet/contract'
import { mapCalculatedFields } from './calculated-members.ts'
import { collectUses } from './collected.ts'
import type { JsonObject } from './documents.ts'
import { cubesNamed, mapDocument } from './field-members.ts'
import type { MemberUse, VisitMember } from './member-form.ts'
import { type ReportDocument, visitReport } from './report-members.ts'

const controls = new Set<DashboardWidget['type']>(['FILTER', 'TIME_GRAIN'])

type Cubes = ReadonlySet<string>

const mapWidget = (widget: DashboardWidget, visit: VisitMember, cubes: Cubes): DashboardWidget => {
  if (!widget.config) return widget
  const usedIn = controls.has(widget.type) ? 'filter' : 'chart'
  return { ...widget, config: mapDocument(widget.config, { usedIn, part: widget.id, byText: false }, visit, cubes) as JsonObject }
}

/** The cubes that any of it names for certain: one widget may say which member of another cube its filter is in a chart. */
const cubesIn = ({ widgets, settings }: DashboardConfig): Cubes => cubesNamed([settings, ...(widgets ?? []).map(({ config }) => config)])

/** A configuration with every member visited that its widgets and settings name; what its reports name is theirs. */
export const mapConfig = (config: DashboardConfig, visit: VisitMember): DashboardConfig => {
  const { widgets, settings } = config
  const cubes = cubesIn(config)
  return {
    ...config,
    ...(widgets ? { widgets: widgets.map((widget) => mapWidget(widget, visit, cubes)) } : {}),
    ...(settings ? { settings: mapDocument(settings, { usedIn: 'filter', part: null, byText: false }, visit, cubes) as JsonObject } : {}),
  }
}

export type WorkbookDocument = { draft: DashboardConfig | null; calculatedFields: JsonObject }

/** Everything that a workbook uses itself: its draft and its calculated fields. Its reports are items of their own. */
export const membersOfWorkbook = ({ draft, calculatedFields }: WorkbookDocument): MemberUse[] =>
  collectUses((visit) => {
    if (draft) mapConfig(draft, visit)
    mapCalculatedFields(calculatedFields, visit)
  })

export type PublishedDocument = {
  config: DashboardConfig
  snapshots: readonly (ReportDocument & { reportId: number; calculatedFields: JsonObject })[]
}

/** Everything that a published version uses: its configuration, and each of its reports wherever a widget shows it. */
export const membersOfPublished = ({ config, snapshots }: PublishedDocument): MemberUse[] =>
  collectUses((visit) => {
    mapConfig(config, visit)
    const byId = new Map(snapshots.map((snapshot) => [snapshot.reportId, snapshot]))
    for (const { id, type, config: shown } of config.widgets ?? []) {
      const report = type === 'CHART' ? byId.get(Number(shown?.['reportId'])) : undefined
      if (report) visitReport(report, visit, id)
    }
    // All of them are those of the workbook when it was published.
    const [first] = snapshots
    if (first) mapCalculatedFields(first.calculatedFields, visit)
  })
