import type { Embedding } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { keepMinting, type Load } from './load.ts'
import { dropComingHours } from './old-hours.ts'

export type Missing = Load & {
  dropped: number
  inDefault: { sessions: number; grants: number }
  made: number
  turns: number
  madeUnderWay: string[]
}

const hoursAhead = 4

/** Drops the partitions of this and the coming hours, and makes them again while minting goes on. */
export const goOnWithout = async (
  installation: Installation,
  embedding: Embedding,
  processes: FacetProcess[],
  lastsMs: number,
): Promise<Missing> => {
  const dropped = await dropComingHours(installation)
  const stop = keepMinting(embedding, processes, 8)
  await pause(500)
  const until = performance.now() + lastsMs
  let made = 0
  let turns = 0
  while (performance.now() < until) {
    const [row] = await installation.sql<{ made: number }>('select facet_make_embed_partitions($1) as made', [hoursAhead])
    made += row?.made ?? 0
    turns++
    await pause(50)
  }
  const load = await stop()
  const [rows] = await installation.sql<{ sessions: number; grants: number }>(
    'select (select count(*)::int from embed_sessions_default) as sessions, (select count(*)::int from embed_grants_default) as grants',
  )
  const names = await installation.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relname ~ '^embed_(sessions|grants)_[0-9]+$' and substring(relname from '_([0-9]+)$')::int >= facet_bucket(now()) order by 1",
  )
  return { ...load, dropped, made, turns, inDefault: rows ?? { sessions: 0, grants: 0 }, madeUnderWay: names.map(({ name }) => name) }
}

export const isUndisturbed = ({ failed, slowestMs, mints }: Load): boolean => mints > 0 && failed === 0 && slowestMs < 1000
