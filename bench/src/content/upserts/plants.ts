import type { SourceChange } from '../../harness/source-changes.ts'

export type Plant = { name: string; of: 'workbook' | 'report'; changes: SourceChange[] }

const slugs = 'domains/content/workbooks/slug-queries.ts'
const workbookUpsert = 'domains/content/workbooks/upsert-workbook-by-slug.ts'
const workbooks = 'domains/content/workbooks/workbook-queries.ts'
const reports = 'domains/content/reports/report-queries.ts'
const reportUpsert = 'domains/content/reports/upsert-report-by-public-id.ts'
const reportSave = 'domains/content/reports/save-report.ts'

/** Others get their turn between the look and the write, however few cores there are. */
const linger = '\n  await new Promise((resolve) => setTimeout(resolve, 5))'

const unlocked = { find: 'select pg_advisory_xact_lock(', put: 'select (' }
const slugUnlocked: SourceChange = { file: slugs, ...unlocked }
const publicIdUnlocked: SourceChange = { file: reports, ...unlocked }

/** The service as one might write it, each wrong in one way that only several writers show. */
export const plants: Plant[] = [
  {
    name: 'a slug is given without its lock',
    of: 'workbook',
    changes: [
      slugUnlocked,
      {
        file: workbookUpsert,
        find: '  if (!holder) {\n',
        put: `  if (!holder) {${linger}\n`,
      },
    ],
  },
  {
    name: 'the holder of a slug is not looked for again under the lock',
    of: 'workbook',
    changes: [
      {
        file: workbookUpsert,
        find: '  if ((await findSlugHolder(db, workspace, slug)) !== (holder && holder.itemId)) throw branchChanged(slug)\n',
        put: '',
      },
    ],
  },
  {
    name: 'meta is merged into what was read without a lock',
    of: 'workbook',
    changes: [
      slugUnlocked,
      { file: workbooks, find: ".orderBy('w.id').forNoKeyUpdate('w')", put: ".orderBy('w.id')" },
      {
        file: workbookUpsert,
        find: '  if (row?.slug !== slug) throw branchChanged(slug)',
        put: `  if (row?.slug !== slug) throw branchChanged(slug)${linger}`,
      },
    ],
  },
  {
    name: 'a public id is given without its lock',
    of: 'report',
    changes: [publicIdUnlocked, { file: reportUpsert, find: '  if (branch === null) {\n', put: `  if (branch === null) {${linger}\n` }],
  },
  {
    name: 'the report of a public id is not looked for again under the lock',
    of: 'report',
    changes: [
      {
        file: reportUpsert,
        find: 'if ((await findByPublicId(db, workspace, publicId)) !== (branch && branch.itemId))',
        put: 'if (publicId === null)',
      },
    ],
  },
  {
    name: 'a report is written whole, from what was read without a lock',
    of: 'report',
    changes: [
      publicIdUnlocked,
      {
        file: reportSave,
        find: '  const columns = changedColumns(columnsOf(body), document)\n',
        put: `  const columns = { title: document.title, description: document.description, sql_query: document.sql_query, json_query: document.json_query, ...columnsOf(body) }${linger}\n`,
      },
    ],
  },
]
