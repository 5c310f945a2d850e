/** Content as code: what people made, as files that git keeps and that an import makes again. */
export { exportContent } from './export-content.ts'
export { importContent } from './import-content.ts'
