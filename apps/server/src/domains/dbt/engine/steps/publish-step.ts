import { readFile } from 'node:fs/promises'
import type { ConversionReport } from '@facet/dbt-convert'
import type { Bulkhead } from '#limits'
import { createPublisher, type Published, type PublishParts, type PublishPlan, type PublishRun } from '../publish/index.ts'
import { readConversion } from '../run/index.ts'
import type { PhaseControl, Publication, PublishedSync, SyncSteps } from '../syncs/index.ts'
import { orSyncProblem } from './as-sync-problem.ts'

export type PublishServices = Omit<PublishParts, 'places'> & { buildPlaces: Pick<Bulkhead<number>, 'enter'> }

const steps = { planning: 'what the branch holds', compiling: 'the data model, in the engine', committing: 'the commit' }

const runOf = async (publication: Publication, { signal, onProgress }: PhaseControl): Promise<PublishRun> => {
  const { sync, conversionFile, reportFile, branchName, branchTtlSeconds, principalId, source, author, secrets } = publication
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as ConversionReport
  return {
    ...{ tenantId: sync.tenantId, deploymentId: sync.deploymentId, runId: String(sync.syncId) },
    target: { branchName, expiresInSeconds: branchTtlSeconds, principalId },
    conversion: { ...(await readConversion({ conversionFile })), report },
    ...{ source, author, secrets, signal, isDescribed: true },
    onProgress: (step) => onProgress(steps[step]),
  }
}

const tell = ({ say }: Publication, { written, deleted, kept, extended }: PublishPlan): void => {
  say(`${written.length} files are written, ${deleted.length} deleted, ${kept.length} kept that people added.`)
  for (const { cube, file, line } of extended) say(`${cube} goes, and ${file}, line ${line}, extends it.`)
}

const undescribed = { tooLarge: 'What the sync changes of the data model was not described.' }

const publishedOf = (publication: Publication, published: PublishPlan & Partial<Pick<Published, 'commit'>>): PublishedSync => {
  tell(publication, published)
  return { commitHash: published.commit ?? null, files: published.files, diff: published.diff ?? undescribed }
}

export const createPublishStep = ({ buildPlaces, ...parts }: PublishServices): SyncSteps['publish'] => {
  const publisher = createPublisher({ ...parts, places: buildPlaces })
  return async (publication, control) => {
    const run = await runOf(publication, control)
    const work = publication.isPreview
      ? publisher.preview(run)
      : publisher.publish({ ...run, conclude: (db) => publication.requireWanted(db) })
    return publishedOf(publication, await orSyncProblem<PublishPlan>(work))
  }
}
