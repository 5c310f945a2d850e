import { hash, randomBytes } from 'node:crypto'
import { callByName, type Db, type FunctionCalls, namedCall } from '#db'
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

const mintFunction = 'facet_mint_sessions'
const maxItems = 64
const secretBytes = 32
const maxWaiting = 10_000
// A caller hears of an outage within three seconds, and waits for more than this.
const maxWaitMs = 2000

/** The id of a session: its hour, its number, and the secret of which only a hash is stored. */
export const sessionIdOf = (bucket: number, id: number, secret: string): string => `es_${bucket}_${id.toString(36)}_${secret}`

type Scope = { tenantId: number; scope: number }

// Above the catalogs of all tenants: held alone by whoever changes more of them than can be locked one by one.
const everything: Scope = { tenantId: 0, scope: 0 }

/** The catalogs a batch stands on and those above them, each once and in the order in which they are locked. */
const scopesOf = (items: MintItem[]): Scope[] => {
  const scopes = new Map<string, Scope>([['', everything]])
  for (const { tenantId, embedTenantId } of items)
    for (const scope of [0, embedTenantId]) scopes.set(`${tenantId} ${scope}`, { tenantId, scope })
  return [...scopes.values()].toSorted((a, b) => a.tenantId - b.tenantId || a.scope - b.scope)
}

/** What only users are brought up to date with who are not as the request says; read for no others. */
const detailsOf = (item: MintItem, place: number) => ({
  place,
  internalId: item.internalId,
  email: item.email,
  displayName: item.displayName,
  picture: item.picture,
  groupIds: item.groupIds,
  embedGroupIds: item.embedGroupIds,
  tenantGroupIds: item.tenantGroupIds,
  attributeValues: item.attributeValues,
  userLimit: item.userLimit,
})

// Bytes as PostgreSQL writes them: an array of buffers would be written byte by byte.
const bytes = (base64: string): string => `\\x${Buffer.from(base64, 'base64').toString('hex')}`

/** The arguments of the statement by name, one per column: PostgreSQL reads arrays much faster than documents. */
const argumentsOf = (items: MintItem[], secrets: string[], isWaiting: boolean) => {
  const scopes = scopesOf(items)
  return {
    p_lock_tenant_ids: scopes.map(({ tenantId }) => tenantId),
    p_lock_scopes: scopes.map(({ scope }) => scope),
    p_tenant_ids: items.map(({ tenantId }) => tenantId),
    p_embed_tenant_ids: items.map(({ embedTenantId }) => embedTenantId),
    p_external_ids: items.map(({ externalId }) => externalId),
    p_fingerprints: items.map(({ fingerprint }) => bytes(fingerprint)),
    p_epochs: items.map(({ epochs }) => epochs[0]),
    p_embed_epochs: items.map(({ epochs }) => epochs[1]),
    p_secret_hashes: secrets.map((secret) => `\\x${hash('sha256', secret, 'hex')}`),
    p_deployment_ids: items.map(({ deploymentId }) => deploymentId),
    p_api_key_ids: items.map(({ apiKeyId }) => apiKeyId),
    p_are_creators: items.map(({ isCreatorMode }) => isCreatorMode),
    p_documents: JSON.stringify(items.map(({ document }) => document)),
    p_details: JSON.stringify(items.map(detailsOf)),
    p_is_waiting: isWaiting,
  }
}

// Made of their names once: the statement is prepared, and its text is always the same.
const statement = namedCall(mintFunction, Object.keys(argumentsOf([], [], false)))

const batchOf = (items: MintItem[], isWaiting: boolean) => {
  const drawn = randomBytes(secretBytes * items.length)
  const secrets = items.map((_, place) => drawn.toString('base64url', place * secretBytes, (place + 1) * secretBytes))
  return { named: argumentsOf(items, secrets, isWaiting), secrets }
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
    ownerOf: ({ tenantId }) => tenantId,
    maxItems,
    maxWaiting,
    maxWaitMs,
    run: async (items) => {
      const { named, secrets } = batchOf(items, false)
      return outcomesOf(await calls.call<OutcomeRow>('mint-sessions', statement, Object.values(named)), secrets)
    },
  })

/** Mints one in a transaction of the caller's, waiting for whoever is changing the catalog. */
export const mintInTransaction = async (db: Db, item: MintItem): Promise<MintOutcome> => {
  const { named, secrets } = batchOf([item], true)
  const [outcome] = outcomesOf(await callByName<OutcomeRow>(db, mintFunction, named), secrets)
  if (!outcome) throw new Error('The mint gave no outcome.')
  return outcome
}
