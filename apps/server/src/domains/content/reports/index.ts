/** Reports: a query with what it is called and how it is shown, by itself, in a folder or in a workbook. */
export { removeReport } from './delete-report.ts'
export { moveReport } from './move-report.ts'
export {
  changeReportRow,
  findReports,
  findReportSizes,
  insertReport,
  publicIdTaken,
  type ReportColumns,
  type ReportRow,
} from './report-queries.ts'
export { changedColumns, columnsOf } from './report-rules.ts'
export { loadReports } from './report-view.ts'
