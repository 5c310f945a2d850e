import type { ContentPlan, ContentPlanItem, importContent as contract } from '@facet/contract'
import type { Handler } from '#context'
import { lockImports, requireWorkspace } from '#domains/content/items'
import { audited, touchedIn } from '#kernel/audit'
import { type Archive, withArchive } from './archive.ts'
import { importArchive } from './import-archive.ts'
import type { Planned } from './importing.ts'

const outcomes: ContentPlanItem['outcome'][] = ['refused', 'conflict', 'create', 'update', 'unchanged']
const types = { folder: 'FOLDER', report: 'REPORT', workbook: 'WORKBOOK', dashboard: 'DASHBOARD', head: 'FOLDER' } as const
const maxItems = 10_000
// The trail names so many; the plan names all of them.
const maxNamed = 1000

const itemView = ({ entry, name, outcome, reason, notes }: Planned): ContentPlanItem => ({
  path: entry.path,
  type: types[entry.kind],
  name,
  outcome,
  ...(reason ? { reason } : {}),
  ...(notes.length > 0 ? { notes } : {}),
})

const planView = (planned: readonly Planned[], isDryRun: boolean): ContentPlan => {
  const byOutcome = Map.groupBy(planned, ({ outcome }) => outcome)
  const countOf = (outcome: ContentPlanItem['outcome']): number => byOutcome.get(outcome)?.length ?? 0
  const ordered = outcomes.flatMap((outcome) => byOutcome.get(outcome) ?? [])
  return {
    isDryRun,
    counts: {
      create: countOf('create'),
      update: countOf('update'),
      unchanged: countOf('unchanged'),
      conflict: countOf('conflict'),
      refused: countOf('refused'),
    },
    items: ordered.slice(0, maxItems).map(itemView),
    omitted: Math.max(0, ordered.length - maxItems),
  }
}

export const importContent: Handler<typeof contract> = async ({ params, query, headers, file }, context) => {
  const { deploymentId } = params
  const isDryRun = query.dryRun === true
  const options = { isDryRun, isOverwriting: query.onConflict === 'overwrite', isDeriving: query.publicIds === 'derive' }
  const { tenantId } = await context.read((db) => requireWorkspace({ ...context, db }, deploymentId))
  const inTurn = (archive: Archive) =>
    context.importTurns.run(
      tenantId,
      () =>
        context.effect(async (db) => {
          const workspace = await requireWorkspace({ ...context, db }, deploymentId)
          if (!isDryRun) await lockImports(db, workspace)
          const { planned, done } = await importArchive(db, workspace, archive, options)
          const view = planView(planned, isDryRun)
          const deployment = { kind: 'deployment', id: deploymentId } as const
          return done.length === 0
            ? audited(view, [{ ...deployment, did: 'unchanged' }])
            : audited(view, touchedIn(done.slice(0, maxNamed), deployment))
        }),
      { signal: context.signal },
    )
  return context.archivePlaces.run(tenantId, () => withArchive(file, Number(headers['content-length'] ?? 0), inTurn), {
    signal: context.signal,
  })
}
