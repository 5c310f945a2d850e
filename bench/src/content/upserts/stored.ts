import { isDeepStrictEqual } from 'node:util'
import type { Installation } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import { askAt, type Contest, type Ground } from './contend.ts'
import type { Histories } from './histories.ts'
import type { Target } from './targets.ts'

const countItems = async (installation: Installation, { deploymentId }: Ground): Promise<{ kind: string; count: number }[]> =>
  installation.sql(
    `select kind, count(*)::int as count from content_items where deployment_id = $1 group by kind
     union all select 'workbook', count(*)::int from content_workbooks where deployment_id = $1
     union all select 'report', count(*)::int from content_reports r join content_items i using (tenant_id, id) where i.deployment_id = $1`,
    [deploymentId],
  )

const looksApartMs = 25

/** Looks past everything of ours while the work goes on, and answers the highest number of items of one kind that it ever saw. */
export const watchItems = (installation: Installation, ground: Ground): { stop: () => Promise<{ looks: number; atOnce: number }> } => {
  let isStopped = false
  const watching = (async () => {
    let looks = 0
    let atOnce = 0
    while (!isStopped) {
      for (const { count } of await countItems(installation, ground)) atOnce = Math.max(atOnce, count)
      looks++
      await pause(looksApartMs)
    }
    return { looks, atOnce }
  })()
  return {
    stop: () => {
      isStopped = true
      return watching
    },
  }
}

/** Whether the audit log tells of each write and each deletion, once, and of nothing else. */
export const isRecorded = async (
  installation: Installation,
  { tenant, deploymentId }: Ground,
  { kind }: Target,
  { written, deleted }: Contest,
): Promise<boolean> => {
  const rows = await installation.sql<{ id: string; did: string; count: number }>(
    `select targets -> 0 ->> 'id' as id, targets -> 0 ->> 'did' as did, count(*)::int as count from audit_entries
     where tenant_id = $1 and outcome = 'done' and targets -> 0 ->> 'kind' = $2 and targets @> $3::jsonb group by 1, 2`,
    [tenant.tenantId, kind, JSON.stringify([{ kind: 'deployment', id: String(deploymentId) }])],
  )
  const expected = new Map<string, number>()
  for (const [id, writes] of Map.groupBy(written, ({ itemId }) => itemId)) {
    expected.set(`${id} created`, 1)
    if (writes.length > 1) expected.set(`${id} updated`, writes.length - 1)
  }
  for (const id of deleted) expected.set(`${id} deleted`, 1)
  return isDeepStrictEqual(new Map(rows.map(({ id, did, count }) => [`${id} ${did}`, count])), expected)
}

/** Whether the one item that is left is the one that was not deleted, and says what was written to it. */
export const isLeftWhole = async (ground: Ground, target: Target, { deleted }: Contest, { last }: Histories): Promise<boolean> => {
  const left = [...last.keys()].filter((id) => !deleted.includes(id))
  const [id] = left
  if (id === undefined) return deleted.length === last.size
  const { status, body } = await askAt(ground, 0, 'GET', target.itemPath(id))
  return left.length === 1 && status === 200 && isDeepStrictEqual(target.seen(body).marks, last.get(id))
}
