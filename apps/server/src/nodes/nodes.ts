import { randomBytes } from 'node:crypto'
import type { FunctionCalls } from '#db'

export type Node = { id: string; liveNodes: () => number; stop: () => Promise<void> }

const heartbeatMs = 5000
const liveFor = '15 seconds'

/**
 * This process among its peers: a row with a heartbeat, by the database's clock. Its count shares out the rate limits, and it
 * reports the newest encryption key it holds, which a rotation waits for.
 */
export const joinNodes = async (
  calls: FunctionCalls,
  node: { roles: readonly string[]; version: string; newestEncryptionKey: () => Promise<number | null> },
  onProblem: (error: unknown) => void,
): Promise<Node> => {
  const id = randomBytes(9).toString('base64url')
  let live = 1
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const beat = async (): Promise<void> => {
    const keyId = await node.newestEncryptionKey()
    await calls.call(
      'node-heartbeat',
      'insert into nodes (id, roles, version, encryption_key_id) values ($1, $2, $3, $4) on conflict (id) do update set encryption_key_id = excluded.encryption_key_id, seen_at = now()',
      [id, node.roles, node.version, keyId],
    )
    const [row] = await calls.call<{ live: number }>(
      'count-nodes',
      `select count(*) as live from nodes where seen_at > now() - interval '${liveFor}'`,
      [],
    )
    live = Math.max(1, row?.live ?? 1)
    await calls.call('forget-nodes', "delete from nodes where seen_at < now() - interval '1 hour'", [])
  }

  const again = (): void => {
    if (isStopped) return
    timer = setTimeout(() => void beat().catch(onProblem).then(again), heartbeatMs)
    timer.unref()
  }

  await beat()
  again()
  return {
    id,
    liveNodes: () => live,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await calls.call('leave-nodes', 'delete from nodes where id = $1', [id]).catch(onProblem)
    },
  }
}
