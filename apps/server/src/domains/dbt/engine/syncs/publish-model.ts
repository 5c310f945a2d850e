import { join } from 'node:path'
import type { Db } from '#db'
import type { RunningStep } from '#engine/hosting'
import type { SyncEnd } from './activity-types.ts'
import { type Attempt, runStep, type SyncParts } from './run-step.ts'
import { askForReview } from './review-notice.ts'
import type { PublishedSync } from './steps.ts'
import { fetchSyncObject, findSyncObject, referToObject, type SyncObjectKind, storeSyncObject } from './sync-objects.ts'
import { type GeneratedNote, noteCommit, recordOutcome } from './sync-queries.ts'
import type { SyncId } from './types.ts'
import { SyncCancelled } from './sync-cancelled.ts'
import { SyncOver } from './sync-over.ts'

const fetchGenerated = async ({ parts, sync, folder, signal, write }: Attempt, kind: 'conversion' | 'report'): Promise<string> => {
  const object = await write((db) => findSyncObject(db, sync, kind))
  if (!object) throw new Error(`Sync ${sync.syncId} has no ${kind} although it was generated.`)
  const file = join(folder, `${kind}.json`)
  await fetchSyncObject(parts.objects, sync, object, file, signal)
  return file
}

const publish = async (attempt: Attempt, { headSha }: GeneratedNote): Promise<PublishedSync> => {
  const { parts, sync, begun, source, say, phase } = attempt
  const [conversionFile, reportFile] = [await fetchGenerated(attempt, 'conversion'), await fetchGenerated(attempt, 'report')]
  const requireWanted = async (db: Db): Promise<void> => {
    const wanted = await noteCommit(db, sync)
    if (wanted === 'cancelled') throw new SyncCancelled()
    if (wanted === 'over') throw new SyncOver()
  }
  return phase('publish', source.timeouts.publishMs, (control) =>
    parts.steps.publish(
      {
        sync,
        conversionFile,
        reportFile,
        branchName: begun.branchName,
        branchTtlSeconds: begun.isBranchGenerated ? source.branchTtlSeconds : null,
        principalId: begun.userId,
        isPreview: begun.isPreview,
        source: { ref: begun.ref, revision: headSha },
        author: begun.author,
        secrets: source.secrets,
        requireWanted,
        say,
      },
      control,
    ),
  )
}

const storeDiff = async ({ parts, sync, signal, say }: Attempt, { diff }: PublishedSync) => {
  if ('tooLarge' in diff) {
    say(diff.tooLarge)
    return []
  }
  const forms: [SyncObjectKind, Uint8Array][] = [
    ['diff_json', diff.json],
    ['diff_markdown', diff.markdown],
    ['diff_sarif', diff.sarif],
  ]
  const stored = []
  for (const [kind, content] of forms)
    stored.push({ kind, object: await storeSyncObject(parts.unreferencedObjects, sync, kind, content, signal) })
  return stored
}

/** Compiles and commits what was generated, tells what it changes, and writes the outcome. */
export const publishDbtModel = (parts: SyncParts, sync: SyncId, step: RunningStep): Promise<SyncEnd> =>
  runStep(parts, sync, step, async (attempt): Promise<SyncEnd> => {
    const { begun, show, write, phases, say } = attempt
    if (!begun.generated) throw new Error(`Nothing was generated for sync ${sync.syncId}.`)
    const published = await publish(attempt, begun.generated)
    show({ stage: 'FINALIZING', message: null })
    const objects = await storeDiff(attempt, published)
    const { commitHash, files } = published
    const stats = { ...begun.generated.stats, generatedFileCount: files.length }
    const isEnded = await write(async (db) => {
      for (const { kind, object } of objects) await referToObject(db, sync, kind, object)
      const outcome = { status: 'COMPLETED', lastStage: 'COMPLETED', phases: phases.list(), stats, commitHash, files } as const
      const isFirst = await recordOutcome(db, sync, outcome)
      // Whoever started a sync themselves waits for it.
      if (isFirst && begun.trigger === 'webhook' && commitHash !== null)
        await askForReview(db, sync, { branchName: begun.branchName, commitHash })
      return isFirst
    })
    say(begun.isPreview ? 'Nothing was committed: this was a preview.' : `${files.length} files are on "${begun.branchName}".`)
    return isEnded ? 'completed' : 'over'
  })
