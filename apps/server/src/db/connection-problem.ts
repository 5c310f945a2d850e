import { codeOf, hasCode, isSystemError, reasonOf, SettingProblem } from '#kernel/system-errors'

type ConnectionTarget = { server: string; host: string; role: string; database: string }

// A parameter stands before the same part of the address, as it does for the library.
const partOf = ({ searchParams }: URL, name: string, part: string): string => searchParams.get(name) || decodeURIComponent(part)

/** Who a PostgreSQL address connects as. */
export const roleIn = (address: string): string => {
  const url = new URL(address)
  return partOf(url, 'user', url.username)
}

/** Without the password, which is nobody's business. */
const targetOf = (address: string): ConnectionTarget => {
  const url = new URL(address)
  const host = partOf(url, 'host', url.hostname)
  const role = roleIn(address)
  return {
    server: host === '' || host.startsWith('/') ? 'the local socket' : `${host}:${partOf(url, 'port', url.port) || 5432}`,
    host,
    role,
    database: decodeURIComponent(url.pathname.slice(1)) || role,
  }
}

type Explanation = [problem: string, cure: string]
type Explain = (target: ConnectionTarget, error: unknown) => Explanation

const untrusted: Explain = ({ server }, error) => [
  `the certificate of PostgreSQL at ${server} is refused: ${reasonOf(error)}`,
  'Name the certificate of its authority in it (?sslmode=verify-full&sslrootcert=/etc/facet/db-ca.pem), and the host as the certificate does.',
]

const byCode: Record<string, Explain> = {
  ENOTFOUND: ({ host }) => [`the host name "${host}" does not resolve`, 'Correct the host in it, or its entry in DNS or /etc/hosts.'],
  EAI_AGAIN: ({ host }) => [
    `the host name "${host}" could not be resolved now, because the name server does not answer`,
    'Look at /etc/resolv.conf, or correct the host in it.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  CERT_NOT_YET_VALID: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  '28P01': ({ server, role }) => [
    `PostgreSQL at ${server} refuses the password of the role "${role}"`,
    'Correct the password in it, or set another: alter role … password …',
  ],
  '28000': ({ server, role }, error) => [
    `PostgreSQL at ${server} rejects the role "${role}": ${reasonOf(error)}`,
    'Correct the role in it, make the role (create role … login), or admit it in pg_hba.conf.',
  ],
  '3D000': ({ server, database }) => [
    `there is no database "${database}" at ${server}`,
    'Correct the name in it, or make the database: create database … owner facet_owner.',
  ],
  '42501': ({ server, role, database }, error) => [
    `the role "${role}" may not use the database "${database}" at ${server}: ${reasonOf(error)}`,
    'Grant the right, or name the role that has it.',
  ],
  '53300': ({ server }) => [
    `PostgreSQL at ${server} has no free connections`,
    'Raise its max_connections, or lower FACET_POOL_SIZE of the processes that use it.',
  ],
  '57P03': ({ server }) => [`PostgreSQL at ${server} is starting or stopping`, 'Try again in a moment.'],
}

const withoutTls: Explain = ({ server }) => [
  `PostgreSQL at ${server} does not support TLS, which the address requires`,
  'Turn TLS on there (ssl = on), or leave sslmode out of it where the network is trusted.',
]

const otherwise: Explain = ({ server }, error) => [
  `PostgreSQL does not answer at ${server}: ${reasonOf(error)}`,
  isSystemError(error) ? 'Start it, or correct host and port in it.' : 'Is it PostgreSQL that listens there? Correct host and port in it.',
]

const fileParameters = ['sslrootcert', 'sslcert', 'sslkey']

/** The file of a certificate or key that the address names and that could not be read. */
const findUnread = (address: string, error: unknown): Explain | undefined => {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined
  const { path } = error
  const parameter = fileParameters.find((name) => new URL(address).searchParams.get(name) === path)
  if (parameter === undefined) return undefined
  return () => [
    `the file ${path}, which ${parameter} in it names, cannot be read: ${reasonOf(error)}`,
    'Correct the path, or let the user who runs facet read it.',
  ]
}

const isTlsMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('The server does not support SSL connections')

// Only a refused connection is fatal; the same state of a statement says that some right is missing in the database.
const isStatementRefused = (error: unknown): boolean =>
  hasCode(error, '42501') && !(error instanceof Error && 'severity' in error && error.severity === 'FATAL')

const findExplanation = (address: string, error: unknown): Explain | undefined => {
  if (isTlsMissing(error)) return withoutTls
  return isStatementRefused(error) ? undefined : (findUnread(address, error) ?? byCode[codeOf(error)])
}

/** Whether PostgreSQL, or the way to it, was refused: address, certificates, role, password, database or rights are not as they must be. */
export const isConnectionRefused = (address: string, error: unknown): boolean => findExplanation(address, error) !== undefined

/** Why nobody gets through to the database that a variable names. */
export const connectionProblem = (variable: string, address: string, error: unknown): SettingProblem => {
  const [problem, cure] = (findExplanation(address, error) ?? otherwise)(targetOf(address), error)
  return new SettingProblem(variable, problem, cure, error)
}
