import { mapCalculatedFields } from './calculated-members.ts'
import { collectUses } from './collected.ts'
import { isObject, type JsonObject, parsedText } from './documents.ts'
import { mapDocument } from './field-members.ts'
import { cubeOf, type MemberUse, type VisitMember } from './member-form.ts'
import { mapQuery } from './query-members.ts'
import { visitSql } from './sql-members.ts'

/** What of a report can name members. */
export type ReportDocument = {
  jsonQuery: string | null
  sqlQuery: string | null
  pivotItems: JsonObject | null
  meta: JsonObject | null
}

const mapMeta = (meta: JsonObject, part: string | null, cubes: ReadonlySet<string>, visit: VisitMember): JsonObject => {
  const { calculatedFields, ...rest } = meta
  const chart = mapDocument(rest, { usedIn: 'chart', part, byText: false }, visit, cubes) as JsonObject
  if (!('calculatedFields' in meta)) return chart
  return { ...chart, calculatedFields: isObject(calculatedFields) ? mapCalculatedFields(calculatedFields, visit) : calculatedFields }
}

/** A report with every member visited, those of its SQL aside, which nobody rewrites. A query that nothing changes keeps its text. */
export const mapReport = <Document extends ReportDocument>(report: Document, visit: VisitMember, part: string | null = null): Document => {
  const cubes = new Set<string>()
  let isChanged = false
  const query = mapQuery(
    parsedText(report.jsonQuery),
    (use) => {
      cubes.add(cubeOf(use.member))
      const next = visit(use)
      if (next !== use.member) isChanged = true
      return next
    },
    part,
  )
  const { pivotItems } = report
  const shelf = (members: unknown): unknown =>
    (mapDocument({ members }, { usedIn: 'chart', part, byText: false }, visit, cubes) as JsonObject)['members']
  return {
    ...report,
    jsonQuery: isChanged ? JSON.stringify(query) : report.jsonQuery,
    pivotItems: pivotItems && Object.fromEntries(Object.entries(pivotItems).map(([key, members]) => [key, shelf(members)])),
    meta: report.meta && mapMeta(report.meta, part, cubes, visit),
  }
}

export const visitReport = (report: ReportDocument, visit: VisitMember, part: string | null = null): void => {
  mapReport(report, visit, part)
  if (report.sqlQuery) visitSql(report.sqlQuery, visit, part)
}

/** Everything that a report uses, read from what is saved of it. */
export const membersOfReport = (report: ReportDocument): MemberUse[] => collectUses((visit) => visitReport(report, visit))
