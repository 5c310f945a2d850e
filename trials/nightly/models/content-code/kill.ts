import { pause } from '../../../harness/numbers.ts'
import type { Installation } from '../../../harness/installation.ts'
import { archiveOf } from './archive.ts'
import { type Ground, importInto } from './round-trip.ts'

const countOf = async (installation: Installation, deploymentId: number): Promise<number> => {
  const sql = 'select count(*)::int as count from content_items where deployment_id = $1'
  return (await installation.sql<{ count: number }>(sql, [deploymentId]))[0]?.count ?? 0
}

/** The last id taken. An import takes ids while it writes, even if it is rolled back. */
const idsTaken = async (installation: Installation): Promise<number> =>
  Number((await installation.sql<{ last: string }>('select last_value::text as last from facet_ids'))[0]?.last ?? 0)

/** Kills the service in the middle of an import. Returns how many items are left. */
export const killImporting = async (ground: Ground, items: number): Promise<{ isHit: boolean; left: number }> => {
  const { installation, process, deploymentId } = ground
  const before = await idsTaken(installation)
  const importing = importInto(ground, archiveOf(items).bytes).then(
    () => true,
    () => false,
  )
  let isWriting = false
  while (!isWriting) {
    isWriting = (await idsTaken(installation)) > before + items / 4
    await pause(10)
  }
  await process.kill('SIGKILL')
  const isDone = await importing
  return { isHit: !isDone, left: await countOf(installation, deploymentId) }
}
