import { Failure } from '#kernel/failure'

/** What the program in the sandbox prints. */
export type ConnectionReport = { ok: boolean; code: string | null; message: string | null }

/** Why a warehouse was not reached, in one word for programs, and what to do about it. */
export const connectionCauses = {
  not_configured:
    'Set CUBEJS_DB_TYPE and what its driver needs, such as CUBEJS_DB_HOST, CUBEJS_DB_NAME, CUBEJS_DB_USER and CUBEJS_DB_PASS.',
  host_not_allowed:
    'The host is not on the public internet. If it should be reachable, the operator names it in FACET_ALLOW_PRIVATE_HOSTS.',
  host_not_found: 'The name of the host could not be resolved. Check CUBEJS_DB_HOST.',
  refused: 'Nothing listens at that host and port, or a firewall refuses it. Check CUBEJS_DB_HOST, CUBEJS_DB_PORT and the firewall.',
  timeout: 'There was no answer in time. A firewall may drop what is sent; allow the addresses of this installation.',
  auth_failed: 'The warehouse refused the user or the password. Check CUBEJS_DB_USER and CUBEJS_DB_PASS.',
  database_not_found: 'The warehouse has no such database. Check CUBEJS_DB_NAME.',
  tls: 'The two do not agree on TLS. Check CUBEJS_DB_SSL, CUBEJS_DB_SSL_REJECT_UNAUTHORIZED and CUBEJS_DB_SSL_CA.',
  failed: 'The driver says what is wrong.',
} as const

export type ConnectionCause = keyof typeof connectionCauses

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

const ofSystem: Record<string, ConnectionCause> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
}

/** What the guard outside saw: inside, all of it looks like a connection that was closed. */
const causeOutside = (error: unknown): ConnectionCause | null => {
  if (error instanceof Failure) return error.code === 'remote_host_private' ? 'host_not_allowed' : 'host_not_found'
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  if (error instanceof AggregateError) return causeOutside(error.errors[0])
  return ofSystem[codeOf(error)] ?? null
}

const tls = /\bssl\b|\btls\b|certificate|self.signed|no encryption/i
const refusedUser = /password|authenticat|access denied|role ".*" does not exist/i

/** What the driver inside says: codes of PostgreSQL first, then words. */
const causeInside = ({ code, message }: Pick<ConnectionReport, 'code' | 'message'>): ConnectionCause => {
  const text = message ?? ''
  if (code === '28P01') return 'auth_failed'
  if (code === '3D000') return 'database_not_found'
  if (tls.test(text) || /^(CERT_|ERR_TLS|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(code ?? '')) return 'tls'
  if (code === '28000' || refusedUser.test(text)) return 'auth_failed'
  return ofSystem[code ?? ''] ?? 'failed'
}

export const causeOf = (report: Pick<ConnectionReport, 'code' | 'message'>, dialled: unknown): ConnectionCause =>
  (dialled === undefined ? null : causeOutside(dialled)) ?? causeInside(report)
