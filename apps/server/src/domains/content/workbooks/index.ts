/** Workbooks: reports that belong together, and the dashboard made of them. */
export { realChanges } from './change-rules.ts'
export { removeWorkbook } from './delete-workbook.ts'
export { moveWorkbook } from './move-workbook.ts'
export { slugOf, slugTaken } from './slug-rules.ts'
export {
  changeWorkbook,
  findSizes as findWorkbookSizes,
  findWorkbooks,
  insertWorkbook,
  lockWorkbooks,
  type WorkbookRow,
} from './workbook-queries.ts'
export { loadWorkbook, loadWorkbooks } from './workbook-view.ts'
