import { hash, randomBytes } from 'node:crypto'
import type { TokenClaims } from '#access'
import type { FunctionCalls } from '#db'
import { type Batcher, createBatcher } from './batcher.ts'

export type SessionReference = { bucket: number; id: number; secretHash: string }
export type ExchangeItem = SessionReference & { tenantId: number }

export type Granted = { outcome: 'exchanged'; grant: TokenClaims }
type Refused = 'unknown' | 'used' | 'revoked' | 'expired' | 'disabled' | 'frozen'
export type ExchangeOutcome = { outcome: Refused } | Granted

type OutcomeRow = {
  place: number
  outcome: 'exchanged' | Refused
  id: number
  bucket: number
  user_id: number
  deployment_id: number
  issued_at_seconds: number
  expires_at_seconds: number
}

const form = /^es_(\d{1,9})_([0-9a-z]{1,11})_([A-Za-z0-9_-]{43})$/

/** What a session id says; null for a text that cannot be one, which then costs no look-up. */
export const readSessionId = (sessionId: string): SessionReference | null => {
  const [, bucket, id, secret] = form.exec(sessionId) ?? []
  if (bucket === undefined || id === undefined || secret === undefined) return null
  const number = Number.parseInt(id, 36)
  if (!Number.isSafeInteger(number)) return null
  return { bucket: Number(bucket), id: number, secretHash: hash('sha256', secret, 'base64') }
}

const statement = 'select * from facet_exchange_sessions($1::jsonb)'
const maxItems = 64
const maxWaiting = 10_000
// A caller hears of an outage within three seconds, and waits for more than this.
const maxWaitMs = 2000

const tokenIdBytes = 16

const outcomeOf = (row: OutcomeRow, tokenId: Buffer): ExchangeOutcome =>
  row.outcome === 'exchanged'
    ? {
        outcome: row.outcome,
        grant: {
          grantId: row.id,
          grantBucket: row.bucket,
          tokenId,
          userId: row.user_id,
          deploymentId: row.deployment_id,
          issuedAt: row.issued_at_seconds,
          expiresAt: row.expires_at_seconds,
        },
      }
    : { outcome: row.outcome }

/** Exchanges over a connection of its own; the commit is synchronous, since a lost one would let a session be used twice. */
export const createExchanger = (calls: FunctionCalls): Batcher<ExchangeItem, ExchangeOutcome> =>
  createBatcher({
    keyOf: ({ tenantId, bucket, id }) => `${tenantId} ${bucket} ${id}`,
    ownerOf: ({ tenantId }) => tenantId,
    maxItems,
    maxWaiting,
    maxWaitMs,
    run: async (items) => {
      const tokenIds = items.map(() => randomBytes(tokenIdBytes))
      const rows = await calls.call<OutcomeRow>('exchange-sessions', statement, [
        JSON.stringify(items.map((item, place) => ({ ...item, place, tokenId: tokenIds[place]?.toString('base64') }))),
      ])
      const outcomes: ExchangeOutcome[] = []
      for (const row of rows) outcomes[row.place] = outcomeOf(row, tokenIds[row.place] as Buffer)
      return outcomes
    },
  })

/** Notes that a session id came a second time; ends the first token when the tenant wants that. */
export const recordSecondUse = (calls: FunctionCalls, item: ExchangeItem, isRevoking: boolean): Promise<unknown> =>
  calls.call('note-second-use', 'select facet_note_second_use($1, $2, $3, $4)', [item.tenantId, item.bucket, item.id, isRevoking])
