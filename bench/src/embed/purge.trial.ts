import pg from 'pg'
import { findingOf } from '../harness/gate.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import { median, rounded } from '../harness/numbers.ts'
import { comparePairs } from '../harness/pairs.ts'
import type { Trial } from '../trial.ts'

const gates = { time: 0.2, wal: 0.01 }

type Cost = { ms: number; walBytes: number }

// Longer ago than anything is kept.
const hoursAgo = 1000

const drop = 'select facet_drop_embed_partitions(48, 48)'

const rowsOf = (bucket: string): string => `select 1, ${bucket}, n, sha256(n::text::bytea), 1, n, false, 1, 1, true, array[n, n + 1, n + 2],
  jsonb_build_object('1', 'value-' || n, '2', 'value-' || n, '3', 'department', '4', 'department'),
  '{"settings": {"showDashboardChat": true}, "securityContext": {"plan": "enterprise", "region": "eu-central", "customerId": 7}}',
  now(), now() + interval '5 minutes', 1, null, null from generate_series(1, $1::bigint) n`

const countOf = async (client: pg.Client, table: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) as count from ${table}`)).rows[0]?.count)

/** The same rows in both, written anew for each pair by the side that goes first. A checkpoint first, so that neither pays for the other's pages. */
const fill = async (client: pg.Client, rows: number): Promise<void> => {
  const [held, plain] = [await countOf(client, 'embed_sessions'), await countOf(client, 'plain.sessions')]
  if (held + plain > 0) return
  await client.query(`select facet_make_embed_partition('embed_sessions', facet_bucket(now()) - ${hoursAgo})`)
  await client.query(`insert into embed_sessions ${rowsOf(`facet_bucket(now()) - ${hoursAgo}`)}`, [rows])
  await client.query(`insert into plain.sessions ${rowsOf(`facet_bucket(now()) - ${hoursAgo}`)}`, [rows])
  await client.query('vacuum analyze plain.sessions')
  await client.query('checkpoint')
}

const costOf = async (client: pg.Client, statements: string[]): Promise<Cost> => {
  const position = async (): Promise<string> =>
    (await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0]?.lsn ?? ''
  const before = await position()
  const startedMs = performance.now()
  for (const statement of statements) await client.query(statement)
  const ms = performance.now() - startedMs
  const { rows } = await client.query<{ bytes: string }>('select pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn) as bytes', [before])
  return { ms, walBytes: Number(rows[0]?.bytes) }
}

const compare = async (client: pg.Client, rows: number, pairs: number, say: (line: string) => void) => {
  await client.query('create schema plain; create table plain.sessions (like embed_sessions including all)')
  const found: { deleted: Cost[]; dropped: Cost[] } = { deleted: [], dropped: [] }
  say(`ms to be rid of ${rows} sessions of one hour, DELETE and VACUUM → dropping the partition`)
  const time = await comparePairs(
    pairs,
    {
      baseline: async () => {
        await fill(client, rows)
        const cost = await costOf(client, [
          `delete from plain.sessions where bucket = facet_bucket(now()) - ${hoursAgo}`,
          'vacuum plain.sessions',
        ])
        found.deleted.push(cost)
        if ((await countOf(client, 'plain.sessions')) > 0) throw new Error('The measurement is broken: not every row was deleted.')
        return cost.ms
      },
      subject: async () => {
        await fill(client, rows)
        if ((await countOf(client, 'embed_sessions')) !== rows)
          throw new Error('The measurement is broken: there is something else to drop.')
        const cost = await costOf(client, [drop])
        found.dropped.push(cost)
        if ((await countOf(client, 'embed_sessions')) > 0) throw new Error('The measurement is broken: the partition was not dropped.')
        return cost.ms
      },
    },
    say,
  )
  const bytesOf = (costs: Cost[]): number => median(costs.map(({ walBytes }) => walBytes))
  const wal = { deleted: bytesOf(found.deleted), dropped: bytesOf(found.dropped) }
  const ratioOf = (bytes: number): number => rounded(bytes / wal.deleted, 5)
  // One that visits the rows first.
  await fill(client, rows)
  const planted = await costOf(client, ['delete from embed_sessions', drop])
  return { time, wal: { ...wal, ratio: ratioOf(wal.dropped), gate: gates.wal, planted: ratioOf(planted.walBytes) } }
}

const withClient = async <T>(installation: Installation, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: installation.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'purge',
  runsOn: 'nightly',
  summary: 'removal of an hour of sessions as a partition, against DELETE and VACUUM',
  claim: 'Expired sessions cost almost no write-ahead log.',
  gate: 'At most 0.2 of the time and 0.01 of the write-ahead log.',
  onFailure: 'Rows are visited again, or a transaction holds the partition.',
  watches: ['nodes', 'process', 'embed/engine', 'tenant'],
  needs: ['postgres'],
  short: { seconds: 6, pace: 'alone' },
  run: async ({ quick, say }) => {
    const [rows, pairs] = quick ? [20_000, 3] : [1_000_000, 5]
    // Left to itself it would clean up on one side or the other in the middle of a pair.
    const installation = await createInstallation({ postgres: { autovacuum: 'off', max_wal_size: '4GB' } })
    try {
      const { time, wal } = await withClient(installation, (client) => compare(client, rows, pairs, say))
      return findingOf(quick, {
        isHeld: wal.ratio <= gates.wal && wal.planted > gates.wal,
        isReached: time.ratio <= gates.time,
        figures: { ...time, better: 'lower', gate: gates.time, stretch: 0.1, unit: 'ms', rows, walBytes: wal },
      })
    } finally {
      await installation.close()
    }
  },
}
