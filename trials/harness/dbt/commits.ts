import { join } from 'node:path'
import type { Installation } from '../installation.ts'
import { assemble } from '../../claims/durability/authoring/assembled.ts'

const trailer = 'Facet-Dbt-Sync'

export type FoundCommits = {
  /** Commits by the run in their trailer. */
  byRun: Map<string, string[]>
  /** Problems that git reports. */
  problems: string[]
}

/** Commits of syncs on any branch, which git reads from the object store without the service. */
export const findCommits = async (installation: Installation, deploymentId: number): Promise<FoundCommits> => {
  const [row] = await installation.sql<{ id: string }>('select tenant_id as id from deployments where id = $1', [deploymentId])
  const s3 = { objectFile: (key: string) => join(installation.folder, 'objects', key) }
  const repository = await assemble({ installation, s3, tenant: { tenantId: Number(row?.id) } }, deploymentId)
  try {
    const lines = (await repository.git('log', '--all', `--format=%H %(trailers:key=${trailer},valueonly,separator=%x20)`)).split('\n')
    const byRun = new Map<string, string[]>()
    for (const [commit = '', run = ''] of lines.map((line) => line.trim().split(' ')))
      if (run !== '') byRun.set(run, [...(byRun.get(run) ?? []), commit])
    return { byRun, problems: repository.problems }
  } finally {
    repository.remove()
  }
}
