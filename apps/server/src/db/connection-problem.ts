import { codeOf, isSystemError, reasonOf, SettingProblem } from '#system-errors'

type Place = { server: string; host: string; role: string; database: string }

/** Without the password, which is nobody's business. */
const placeOf = (url: string): Place => {
  const { hostname, port, username, pathname } = new URL(url)
  const role = decodeURIComponent(username)
  return {
    server: hostname === '' ? 'the local socket' : `${hostname}:${port || 5432}`,
    host: hostname,
    role,
    database: decodeURIComponent(pathname.slice(1)) || role,
  }
}

type Told = [problem: string, cure: string]

const byCode: Record<string, (place: Place, error: unknown) => Told> = {
  ENOTFOUND: ({ host }) => [`the host name "${host}" does not resolve`, 'Correct the host in it, or its entry in DNS or /etc/hosts.'],
  EAI_AGAIN: ({ host }) => [
    `the host name "${host}" could not be resolved now, because the name server does not answer`,
    'Look at /etc/resolv.conf, or correct the host in it.',
  ],
  '28P01': ({ server, role }) => [
    `PostgreSQL at ${server} refuses the password of the role "${role}"`,
    'Correct the password in it, or set another: alter role … password …',
  ],
  '28000': ({ server, role }, error) => [
    `PostgreSQL at ${server} does not let the role "${role}" in: ${reasonOf(error)}`,
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
    `PostgreSQL at ${server} has no connection left`,
    'Raise its max_connections, or lower FACET_POOL_SIZE of the processes that use it.',
  ],
  '57P03': ({ server }) => [`PostgreSQL at ${server} is starting or stopping`, 'Try again in a moment.'],
}

const otherwise = ({ server }: Place, error: unknown): Told => [
  `PostgreSQL does not answer at ${server}: ${reasonOf(error)}`,
  isSystemError(error) ? 'Start it, or correct host and port in it.' : 'Is it PostgreSQL that listens there? Correct host and port in it.',
]

/** Whether PostgreSQL itself turned the connection away: role, password, database or rights are not what it knows. */
export const isConnectionRefused = (error: unknown): boolean => codeOf(error) in byCode && !isSystemError(error)

/** Why nobody gets through to the database that a variable names. */
export const connectionProblem = (variable: string, url: string, error: unknown): SettingProblem => {
  const [problem, cure] = (byCode[codeOf(error)] ?? otherwise)(placeOf(url), error)
  return new SettingProblem(variable, problem, cure, error)
}
