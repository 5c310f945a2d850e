import { Value } from 'typebox/value'
import { DashboardFile, FolderFile, ReportFile, WorkbookFile } from './code-parts.ts'

const schemas = { folder: FolderFile, report: ReportFile, workbook: WorkbookFile, dashboard: DashboardFile } as const

export type ContentFiles = { folder: FolderFile; report: ReportFile; workbook: WorkbookFile; dashboard: DashboardFile }

/** What is wrong with a file of a content archive, by its first problem; null where nothing is. */
export const problemOfContentFile = (kind: keyof ContentFiles, value: unknown): string | null => {
  if (Value.Check(schemas[kind], value)) return null
  const [first] = Value.Errors(schemas[kind], value)
  const { additionalProperties = [], requiredProperties = [] } = (first?.params ?? {}) as Record<string, string[]>
  const field = [...additionalProperties, ...requiredProperties][0]
  return `${first?.instancePath ?? ''}${field === undefined ? '' : `/${field}`} ${first?.message ?? 'is not valid'}`
}
