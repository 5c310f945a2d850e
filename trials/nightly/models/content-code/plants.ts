import type { SourceChange } from '../../../harness/source-changes.ts'

export type Plant = { name: string; changes: SourceChange[] }

const folder = 'domains/content/code'

/** Each is seen by the same walk as an honest service makes: export, delete, import, export, and again. */
export const plants: Plant[] = [
  {
    name: 'files come in the order of the rows',
    changes: [{ file: `${folder}/name-window.ts`, find: 'held.toSorted((a, b) => (', put: 'held.toSorted((a, b) => a.id - b.id || (' }],
  },
  {
    name: 'snapshots are left out',
    changes: [
      {
        file: `${folder}/workbook-files.ts`,
        find: 'snapshots: row.snapshots.map(snapshotOf)',
        put: 'snapshots: row.snapshots.slice(1).map(snapshotOf)',
      },
    ],
  },
  {
    name: 'what is the same is written again',
    changes: [{ file: `${folder}/decision.ts`, find: "return 'unchanged'", put: "return 'update'" }],
  },
  {
    name: 'what somebody changed is overwritten',
    changes: [{ file: `${folder}/decision.ts`, find: "? 'update' : 'conflict'", put: "? 'update' : 'update'" }],
  },
  {
    name: 'grants are not applied',
    changes: [{ file: `${folder}/apply-sharing.ts`, find: 'if (!wanted.grants) return', put: 'if (wanted) return' }],
  },
]
