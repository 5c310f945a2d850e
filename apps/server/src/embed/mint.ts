import { hash, randomBytes } from 'node:crypto'
import { type Db, type FunctionCalls, sql } from '#db'
import { type Batcher, createBatcher } from './batcher.ts'

/** One session to mint, with names already resolved at `epochs`. Null keeps what is stored. */
export type MintItem = {
  tenantId: number
  embedTenantId: number
  externalId: string | null
  internalId: number | null
  /** Of everything in the request that could change the user. */
  fingerprint: string
  epochs: [tenantWide: number, embedTenant: number]
  deploymentId: number
  apiKeyId: number
  isCreatorMode: boolean
  document: Record<string, unknown>
  email: string | null
  displayName: string | null
  picture: string | null
  groupIds: number[] | null
  embedGroupIds: number[] | null
  tenantGroupIds: number[] | null
  attributeValues: Record<string, unknown> | null
  userLimit: number
}

export type MintOutcome = { outcome: 'busy' | 'stale' | 'no deployment' | 'no user' | 'limit' } | { outcome: 'minted'; sessionId: string }

type OutcomeRow = {
  place: number
  outcome: 'minted' | 'busy' | 'stale' | 'no deployment' | 'no user' | 'limit'
  session_id: number | null
  session_bucket: number | null
}

const statement = 'select * from facet_mint_sessions($1::jsonb, $2::jsonb, $3)'
const mostItems = 64
const secretBytes = 32
const mostWaiting = 10_000

/** The id of a session: its hour, its number, and the secret of which only a hash is stored. */
export const sessionIdOf = (bucket: number, id: number, secret: string): string => `es_${bucket}_${id.toString(36)}_${secret}`

/** The catalogs a batch stands on, each once, and the items pointing at theirs. */
const batchOf = (items: MintItem[]): { values: [string, string]; secrets: string[] } => {
  const scopes = new Map<string, { n: number; t: number; s: number; epoch: number }>()
  const scope = (t: number, s: number, epoch: number): number => {
    const key = `${t} ${s} ${epoch}`
    const known = scopes.get(key) ?? { n: scopes.size + 1, t, s, epoch }
    scopes.set(key, known)
    return known.n
  }
  const drawn = randomBytes(secretBytes * items.length)
  const secrets = items.map((_, place) => drawn.toString('base64url', place * secretBytes, (place + 1) * secretBytes))
  const rows = items.map((item, place) => ({
    ...item,
    place,
    a: scope(item.tenantId, 0, item.epochs[0]),
    b: item.embedTenantId === 0 ? null : scope(item.tenantId, item.embedTenantId, item.epochs[1]),
    secretHash: hash('sha256', secrets[place] ?? '', 'base64'),
  }))
  return { values: [JSON.stringify([...scopes.values()]), JSON.stringify(rows)], secrets }
}

const outcomesOf = (rows: OutcomeRow[], secrets: string[]): MintOutcome[] => {
  const outcomes: MintOutcome[] = []
  for (const { place, outcome, session_id: id, session_bucket: bucket } of rows) {
    if (outcome !== 'minted') outcomes[place] = { outcome }
    else outcomes[place] = { outcome, sessionId: sessionIdOf(bucket ?? 0, id ?? 0, secrets[place] ?? '') }
  }
  return outcomes
}

const userKey = (item: MintItem): string => `${item.tenantId} ${item.embedTenantId} ${item.externalId ?? `=${item.internalId}`}`

/** Mints over a connection of its own, many in one statement and one commit. */
export const createMinter = (calls: FunctionCalls): Batcher<MintItem, MintOutcome> =>
  createBatcher({
    keyOf: userKey,
    mostItems,
    mostWaiting,
    run: async (items) => {
      const { values, secrets } = batchOf(items)
      return outcomesOf(await calls.call<OutcomeRow>('mint-sessions', statement, [...values, false]), secrets)
    },
  })

/** Mints one in a transaction of the caller's, waiting for whoever is changing the catalog. */
export const mintInTransaction = async (db: Db, item: MintItem): Promise<MintOutcome> => {
  const { values, secrets } = batchOf([item])
  const { rows } = await sql<OutcomeRow>`select * from facet_mint_sessions(${values[0]}::jsonb, ${values[1]}::jsonb, true)`.execute(db)
  const [outcome] = outcomesOf(rows, secrets)
  if (!outcome) throw new Error('The mint gave no outcome.')
  return outcome
}
