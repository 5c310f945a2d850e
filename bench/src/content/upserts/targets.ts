import type { Answer } from '../../harness/caller.ts'

/** What an item says, as far as the writers write it: fields and the marks that stand in them. */
export type Marks = Record<string, string>

/** One name that many write at once. A writer sends its own mark in its own field, and leaves the others out, which keeps them. */
export type Target = {
  kind: 'workbook' | 'report'
  operation: string
  /** Below the deployment. */
  path: string
  itemPath: (id: number) => string
  /** What a writer sends in its nth attempt. */
  written: (writer: number, attempt: number) => { body: object; marks: Marks }
  /** What an answer shows of it, and a number that grows with each write of the item. */
  seen: (body: Answer['body']) => { marks: Marks; order: number }
}

const markOf = (writer: number, attempt: number): string => `${writer}.${attempt}`
const attemptOf = (mark: string): number => Number(mark.split('.')[1])

/** `meta` of a workbook is merged, so each writer has a key of its own. Marks only ever grow, and so does their sum. */
export const workbookTarget = (slug: string): Target => ({
  kind: 'workbook',
  operation: 'upsertWorkbookBySlug',
  path: `workbooks/by-slug/${slug}`,
  itemPath: (id) => `workbooks/${id}`,
  written: (writer, attempt) => {
    const marks = { [`w${writer}`]: markOf(writer, attempt) }
    return { body: { meta: marks }, marks }
  },
  seen: ({ meta }) => {
    const marks = meta as Marks
    return { marks, order: Object.values(marks).reduce((sum, mark) => sum + attemptOf(mark), 0) }
  },
})

type ReportBody = {
  version?: number
  meta?: { mark?: string } | null
  pivotItems?: { rows: string[] } | null
  jsonQuery?: string | null
  title?: string | null
  description?: string | null
  sqlQuery?: string | null
  externalWorkbookPlacements?: { workbookId: string; resultLocation: string }[]
}

const noPivot = { columns: [], measures: [], filters: [] }

/** A field of a report, as it is sent and as it is shown. */
const reportFields: { name: string; sent: (mark: string) => object; shown: (body: ReportBody) => string | null | undefined }[] = [
  { name: 'title', sent: (title) => ({ title }), shown: ({ title }) => title },
  { name: 'description', sent: (description) => ({ description }), shown: ({ description }) => description },
  { name: 'sqlQuery', sent: (sqlQuery) => ({ sqlQuery }), shown: ({ sqlQuery }) => sqlQuery },
  {
    name: 'jsonQuery',
    sent: (mark) => ({ jsonQuery: JSON.stringify({ mark }) }),
    shown: ({ jsonQuery }) => jsonQuery && (JSON.parse(jsonQuery) as { mark: string }).mark,
  },
  { name: 'pivotItems', sent: (mark) => ({ pivotItems: { ...noPivot, rows: [mark] } }), shown: ({ pivotItems }) => pivotItems?.rows[0] },
  { name: 'meta', sent: (mark) => ({ meta: { mark } }), shown: ({ meta }) => meta?.mark },
]

/** Writers share the fields of a report, and each has a spreadsheet of its own that the report is placed in. */
export const reportTarget = (publicId: string): Target => ({
  kind: 'report',
  operation: 'upsertReportByPublicId',
  path: `reports/by-public-id/${publicId}`,
  itemPath: (id) => `reports/${id}`,
  written: (writer, attempt) => {
    const mark = markOf(writer, attempt)
    const field = reportFields[writer % reportFields.length]
    if (!field) throw new Error('A report has no fields to write.')
    const externalWorkbookId = `sheet${writer}`
    return {
      body: { ...field.sent(mark), externalWorkbookId, resultLocation: mark },
      marks: { [field.name]: mark, [externalWorkbookId]: mark },
    }
  },
  seen: (answered) => {
    const body = answered as ReportBody
    const fields = reportFields.flatMap(({ name, shown }) => {
      const mark = shown(body)
      return mark == null ? [] : [[name, mark] as const]
    })
    const placed = (body.externalWorkbookPlacements ?? []).map(({ workbookId, resultLocation }) => [workbookId, resultLocation] as const)
    return { marks: Object.fromEntries([...fields, ...placed]), order: body.version ?? 0 }
  },
})
