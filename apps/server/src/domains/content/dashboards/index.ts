/** What a workbook shows: the draft of its dashboard, what is published of it, and every version of that. */
export { requireUsableConfig } from './config-rules.ts'
export { showingCopies } from './chart-reports.ts'
export { dashboardNotPublished } from './dashboard-failures.ts'
export { type DashboardRow, findDashboard, findDashboardHead, findDashboards, setAllowEmbed } from './dashboard-queries.ts'
export { dashboardView } from './dashboard-view.ts'
export { publishVersion } from './publish-version.ts'
export { nextIds } from './snapshot-queries.ts'
export type { DashboardState, Snapshot } from './snapshot-rules.ts'
