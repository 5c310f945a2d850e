import { contentLimits, type PivotItems, type Static } from '@facet/contract'
import type { Context } from '#context'
import { type Db, sql } from '#db'
import { findLevels, type ItemAccess, levels } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import type { Snapshot } from './snapshot-rules.ts'

type Reading = Pick<Context, 'db' | 'holdBytes'>

const ofWorkbook = (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>, reportIds: readonly number[]) =>
  db
    .selectFrom('content_items as i')
    .innerJoin('content_reports as r', (join) => join.onRef('r.tenant_id', '=', 'i.tenant_id').onRef('r.id', '=', 'i.id'))
    .where('i.tenant_id', '=', tenantId)
    .where('i.workbook_id', '=', itemId)
    .where('i.id', 'in', reportIds)

const documentBytes = sql<number>`coalesce(octet_length(r.meta::text), 0) + coalesce(octet_length(r.pivot_items::text), 0)
  + coalesce(octet_length(r.json_query), 0) + coalesce(octet_length(r.sql_query), 0)`

/** Those of these reports that are of the workbook, and that the caller may see. */
export const findReportsOfWorkbook = async (db: Db, access: ItemAccess<'workbook'>, reportIds: readonly number[]): Promise<number[]> => {
  if (reportIds.length === 0) return []
  const rows = await ofWorkbook(db, access, reportIds).select('i.id').execute()
  const seen = await findLevels(
    db,
    access,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => ((seen.get(id)?.level ?? levels.none) > levels.none ? [id] : []))
}

/** All of them are read at once and shown at once, so they are measured first, and held. */
const holdSnapshots = async (
  { db, holdBytes }: Reading,
  access: ItemAccess<'workbook'>,
  reportIds: readonly number[],
  calculatedFieldsBytes: number,
): Promise<void> => {
  const { bytes } = await ofWorkbook(db, access, reportIds)
    .select(sql<number>`coalesce(sum(${documentBytes} + ${calculatedFieldsBytes}::int), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  if (bytes > contentLimits.snapshotsBytes)
    throw new Failure(
      'document_too_large',
      `The reports of the dashboard have ${bytes} bytes together, each with the calculated fields of the workbook; the limit is ${contentLimits.snapshotsBytes}. Show fewer of them, or store less in their meta.`,
    )
  holdBytes(bytes)
}

/** These reports as they are now, in this order; those that are not of the workbook are left out. Their snapshots get their ids when they are kept. */
export const readSnapshots = async (
  context: Reading,
  access: ItemAccess<'workbook'>,
  reportIds: readonly number[],
  calculatedFields: Record<string, unknown>,
): Promise<Snapshot[]> => {
  const { db } = context
  const found = await findReportsOfWorkbook(db, access, reportIds)
  if (found.length === 0) return []
  await holdSnapshots(context, access, found, Buffer.byteLength(JSON.stringify(calculatedFields)))
  const rows = await ofWorkbook(db, access, found)
    .select(['i.id', 'i.name', 'r.version', 'r.public_id', 'r.title', 'r.description', 'r.json_query', 'r.sql_query'])
    .select(['r.pivot_items', 'r.meta'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return reportIds.flatMap((reportId) => {
    const row = byId.get(reportId)
    if (!row) return []
    const { name, title, description, meta } = row
    return [
      {
        id: 0,
        reportId,
        versionNumber: row.version,
        publicId: row.public_id,
        name,
        title,
        description,
        jsonQuery: row.json_query,
        sqlQuery: row.sql_query,
        pivotItems: row.pivot_items as Static<typeof PivotItems> | null,
        meta,
        calculatedFields,
      },
    ]
  })
}

/** Ids for new rows and for what is kept inside of documents, all of one sequence. */
export const nextIds = async (db: Db, count: number): Promise<number[]> => {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`select nextval('facet_ids') as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}
