import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What the ledger knows how to tell; the triggers of the database name these. */
export const endingKinds = [
  'api_key',
  'principal',
  'principal_deactivated',
  'principal_activated',
  'role_grant',
  'deployment_grant',
  'embed_tenant',
  'embedding_frozen',
  'embedding_thawed',
  'tenant_suspended',
  'tenant_resumed',
] as const
export type EndingKind = (typeof endingKinds)[number]

export type Ending = [tenantId: number, kind: EndingKind, subjectId: number]

/** Ids and kinds, never names: the store of one tenant's objects is the store of all. */
export type LedgerEntry = {
  installation: string
  timeline: string
  number: number
  /** The newest entry before this one that is more than a marker; null when that was not known. */
  previous: number | null
  /** Nothing was ended: it is there for its number and its ids, and goes when the next is there. */
  isMarker: boolean
  /** The highest id given out when this was written. */
  ids: number
  restoreEpoch: number
  at: string
  endings: Ending[]
}

export type LedgerKeys = {
  seal: (number: number, body: string) => Buffer
  /** Nothing when no node that knows the root key wrote this under this number. */
  open: (number: number, bytes: Buffer) => LedgerEntry | null
}

const label = 'facet ledger 1'

/**
 * Whoever can write to the store must not be able to end anything here, so an entry is believed only with the code that a root
 * key gives it, for its own cell and number. While the root key is replaced entries carry the codes of both.
 */
export const createLedgerKeys = (rootKeys: { current: Buffer; previous: Buffer | null }, cell: number): LedgerKeys => {
  const keys = [rootKeys.current, rootKeys.previous].flatMap((root) => (root ? [Buffer.from(hkdfSync('sha256', root, '', label, 32))] : []))
  const codesOf = (number: number, body: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${cell} ${number}\n${body}`).digest())
  return {
    seal: (number, body) => Buffer.from([body, ...codesOf(number, body).map((code) => code.toString('base64url')), ''].join('\n')),
    open: (number, bytes) => {
      const [body = '', ...lines] = bytes.toString().trimEnd().split('\n')
      const sent = lines.map((line) => Buffer.from(line, 'base64url'))
      const isOurs = codesOf(number, body).some((code) =>
        sent.some((other) => other.length === code.length && timingSafeEqual(other, code)),
      )
      return isOurs ? (JSON.parse(body) as LedgerEntry) : null
    },
  }
}
