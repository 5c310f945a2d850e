import { randomBytes } from 'node:crypto'
import type { FunctionCalls } from '#db'
import { repeat, type Repetition } from '#kernel/repeat'

export type LiveNode = { id: string; roles: string[]; address: string | null }

export type Node = {
  id: string
  liveNodes: () => number
  /** Every live node as of the last heartbeat, the oldest first; this one too, once it has joined. */
  peers: () => readonly LiveNode[]
  databaseNowMs: () => number
  /** Called once the listener is up: what is written here is where others send requests. */
  join: (address: string | null) => Promise<void>
  /** May be called twice. */
  leave: () => Promise<void>
}

type OwnNode = {
  roles: readonly string[]
  version: string
  newestEncryptionKey: () => Promise<number | null>
  /** Why it runs no builds; null where it does, or is not there for them. */
  buildProblem: () => string | null
}

const heartbeatMs = 5000
const heartbeatTtl = '15 seconds'

type PeerRow = { nowMs: number } & { [Field in keyof LiveNode]: LiveNode[Field] | null }

/** The live nodes and what the database's clock says, against the one clock of this process that nobody sets. */
const readPeers = async (calls: FunctionCalls): Promise<{ peers: LiveNode[]; clockOffsetMs: number }> => {
  const askedMs = performance.now()
  const rows = await calls.call<PeerRow>(
    'list-live-nodes',
    `select clock.ms as "nowMs", nodes.id, nodes.roles, nodes.address
       from (select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms) as clock
       left join nodes on seen_at > now() - interval '${heartbeatTtl}'
      order by nodes.started_at, nodes.id`,
    [],
  )
  const halfwayMs = (askedMs + performance.now()) / 2
  return {
    peers: rows.flatMap(({ id, roles, address }) => (id === null ? [] : [{ id, roles: roles ?? [], address }])),
    clockOffsetMs: (rows[0]?.nowMs ?? 0) - halfwayMs,
  }
}

/**
 * This process among its peers: a row with a heartbeat, by the database's clock. Its count shares out the rate limits, its
 * peers share out the data models, and it reports the newest encryption key it holds, which a rotation waits for.
 */
export const openNode = async (calls: FunctionCalls, node: OwnNode, onProblem: (error: unknown) => void): Promise<Node> => {
  const id = randomBytes(9).toString('base64url')
  // A node that cannot open the keys cannot serve and should fail before it listens.
  await node.newestEncryptionKey()
  let seen = await readPeers(calls)
  let address: string | null = null
  let beating: Repetition | undefined
  let hasLeft = false

  const beat = async (): Promise<void> => {
    const keyId = await node.newestEncryptionKey()
    await calls.call(
      'node-heartbeat',
      'insert into nodes (id, roles, version, encryption_key_id, address, build_problem) values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set encryption_key_id = excluded.encryption_key_id, build_problem = excluded.build_problem, seen_at = now()',
      [id, node.roles, node.version, keyId, address, node.buildProblem()],
    )
    seen = await readPeers(calls)
    await calls.call('forget-nodes', "delete from nodes where seen_at < now() - interval '1 hour'", [])
  }
  return {
    id,
    liveNodes: () => Math.max(1, seen.peers.length),
    peers: () => seen.peers,
    databaseNowMs: () => performance.now() + seen.clockOffsetMs,
    join: async (where) => {
      address = where
      // Starting to listen takes the processor: a statement sent meanwhile may have run out of time and taken its connection along.
      await beat().catch(beat).catch(onProblem)
      if (!hasLeft) beating = repeat(heartbeatMs, beat, onProblem)
    },
    leave: async () => {
      if (hasLeft) return
      hasLeft = true
      // A heartbeat on its way would write the row again.
      await beating?.stop()
      await calls.call('leave-nodes', 'delete from nodes where id = $1', [id]).catch(onProblem)
    },
  }
}
