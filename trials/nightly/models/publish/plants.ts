import type { SourceChange } from '../../../harness/source-changes.ts'
import type { KillPlace } from './kills.ts'

/** `place`: where it is killed; null where publishing twice shows it. */
export type Plant = { name: string; changes: SourceChange[]; place: KillPlace | null }

const queries = 'domains/content/dashboards/dashboard-queries.ts'
const publishing = 'domains/content/dashboards/publish-version.ts'

/** Ends the transaction of the operation and begins another. */
const committed = `await sql\`commit\`.execute(db)
  await sql\`begin\`.execute(db)
  await sql\`select set_config('facet.tenant_id', \${String(access.tenantId)}, true)\`.execute(db)`

export const plants: Plant[] = [
  {
    name: 'the number is taken in a transaction of its own',
    changes: [
      {
        file: queries,
        find: '  await storing(\n    db\n      .insertInto',
        put: `  ${committed}\n  await storing(\n    db\n      .insertInto`,
      },
    ],
    place: { name: 'before its version is added', at: { moment: 'statement', statement: 'insert into "dashboard_versions"' } },
  },
  {
    name: 'the snapshots are added to a version that is there already',
    changes: [
      {
        file: queries,
        find: '        snapshots: JSON.stringify(version.snapshots),\n        published_by: access.personId,\n      })\n      .execute(),\n  )\n',
        put: `        snapshots: '[]',\n        published_by: access.personId,\n      })\n      .execute(),\n  )\n  ${committed}\n  await db.updateTable('dashboard_versions').set({ snapshots: JSON.stringify(version.snapshots) }).where('dashboard_id', '=', dashboardId).where('number', '=', number).execute()\n`,
      },
    ],
    place: { name: 'before its snapshots are added', at: { moment: 'statement', statement: 'update "dashboard_versions"' } },
  },
  {
    name: 'numbers are not the next ones',
    changes: [{ file: queries, find: 'version_number + 1', put: 'version_number + 2' }],
    place: null,
  },
  {
    name: 'what is shown already is published again',
    changes: [
      {
        file: publishing,
        find: 'const isNew = !before || !isSameState(before, { ...wanted, config })',
        put: 'const isNew = !before || isSameState(before, before)',
      },
    ],
    place: null,
  },
]
