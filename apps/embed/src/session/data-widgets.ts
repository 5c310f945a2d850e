import type { EmbeddedChart } from '@facet/contract'
import type { Shown } from '../store/page-state.ts'
import type { Snapshot, Widget } from '../widgets/types.ts'

export const widgetsOf = ({ dashboard }: Pick<Shown, 'dashboard'>): readonly Widget[] => dashboard.config.widgets ?? []

export const reportOf = ({ dashboard }: Pick<Shown, 'dashboard'>, { config }: Widget): Snapshot | null =>
  dashboard.reportSnapshots.find(({ reportId }) => reportId === config?.['reportId']) ?? null

export const chartOf = ({ charts }: Pick<Shown, 'charts'>, report: Snapshot | null): EmbeddedChart | null =>
  charts.find(({ reportId }) => reportId === report?.reportId) ?? null

/** Whether rows are asked for. */
export const needsData = (shown: Pick<Shown, 'dashboard'>, widget: Widget): boolean =>
  widget.type === 'CHART' && reportOf(shown, widget) !== null
