/** Workbooks: reports that belong together, and the dashboard made of them. */
export { removeWorkbook } from './delete-workbook.ts'
export { moveWorkbook } from './move-workbook.ts'
export { changeWorkbook, findSizes as findWorkbookSizes, findWorkbooks, type WorkbookRow } from './workbook-queries.ts'
export { loadWorkbook, loadWorkbooks } from './workbook-view.ts'
