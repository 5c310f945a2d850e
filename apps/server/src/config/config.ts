import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { certificates, filePath, readSettingFile } from './files.ts'
import { databaseAddress } from './database-address.ts'
import { type ObjectStoreConfig, readObjectStore } from './object-store.ts'
import { readTemporal, type TemporalConfig } from './temporal.ts'
import { absoluteFolder, ConfigProblem, createReader, type Env, type Reader, whole } from './reader.ts'
import type { SettingName } from './setting-names.ts'

export const roleNames = ['api', 'authoring', 'gateway', 'worker', 'engine'] as const
export type RoleName = (typeof roleNames)[number]

export type ListenAddress = { host: string; port: number }

/** What the process itself is told; each area has settings of its own beside these. */
export type BaseConfig = {
  mode: 'production' | 'development'
  databaseUrl: string
  migrateDatabaseUrl: string
  poolSize: number
  rootKey: Buffer | null
  previousRootKey: Buffer | null
  listen: ListenAddress
  /** Where the other nodes reach this one, when that is not where it listens. */
  nodeAddress: string | null
  /** Certificates that the other nodes are known by, when the system does not know them. */
  clusterCa: string | null
  tls: { certFile: string; keyFile: string } | null
  trustedProxies: string[]
  admin: { listen: ListenAddress; token: string } | null
  rateLimits: {
    perKey: number
    perTenant: number
    /** Over all frames of one user. */
    perEmbedUser: number
    perTenantFrames: number
    /** Unknown credentials and host names from one address. */
    unknown: number
    /** Of the files of uploads, which are not counted as requests. */
    uploadBytesPerKey: number
    uploadBytesPerTenant: number
  }
  bodyLimitBytes: number
  /** Where the process keeps working copies: what is lost with it can be made again. */
  dataFolder: string
  /** Where it keeps socket files and what lives no longer than it: a short path, for this user alone. */
  runFolder: string
  /** Whether programs that are nobody's to trust are refused where a wall of the sandbox is missing. */
  sandbox: 'required' | 'degraded'
  /** Where the installed versions of Cube are. */
  enginesFolder: string
  /** Where the installed versions of dbt are. */
  dbtFolder: string
  /** A demo that the start page links to. */
  demoUrl: string | null
  /** Whether engines are run on the package that stands in for their native addon. */
  engineStandIn: 'allow' | 'refuse'
  /** What large requests and answers may hold in memory together. */
  workMemoryBytes: number
  /** What an installation may not lose beside its database. */
  objectStore: ObjectStoreConfig
  /** How long a stopping process says so on /readyz before it stops listening, so that balancers look elsewhere first. */
  drainMs: number
  /** How long the object store keeps what was ended: longer than the oldest backup of the database that may be restored. */
  ledgerDays: number
  cell: number
  /** Hosts that may be dialled although they are not public: names, addresses, ranges. */
  allowPrivateHosts: string[]
  /** Where long work is kept; null, and there is none. */
  temporal: TemporalConfig | null
  logLevel: string
  otlpEndpoint: string | null
}

const listenAddress = (text: string): ListenAddress => {
  const match = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text)
  if (!match?.[1] || Number(match[2]) > 65_535) throw new Error(`"${text}" is not host:port, such as 0.0.0.0:4000.`)
  return { host: match[1], port: Number(match[2]) }
}

// The text is not repeated: an address that somebody wrote with credentials in it would be shown.
const nodeAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('is not the address of a node, such as https://10.0.0.5:4000, with no path and no credentials in it.')
  return url.origin
}

const rootKey = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('must be 32 random bytes in base64; make one with: openssl rand -base64 32')
  return key
}

const isRange = (range: string): boolean => {
  const [address = '', bits = '0', ...more] = range.split('/')
  const family = isIP(address)
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const proxies = (text: string): string[] =>
  text.split(',').map((part) => {
    const range = part.trim()
    if (!isRange(range)) throw new Error(`"${range}" is not an address or a range such as 10.0.0.0/8.`)
    return range
  })

const privateHosts = (text: string): string[] =>
  text.split(',').map((part) => {
    const host = part.trim().toLowerCase()
    // A last label of digits alone is an address that was mistyped: no such name can be registered.
    if (!isRange(host) && !/^(?!.*(^|\.)[0-9]+\.?$)[a-z0-9_][a-z0-9_-]*(\.[a-z0-9_][a-z0-9_-]*)*\.?$/.test(host))
      throw new Error(`"${host}" is not a host name, an address or a range such as 10.0.0.0/8.`)
    return host
  })

const collector = (text: string): string => {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error('is not the address of a collector, such as http://collector.internal:4318.')
  return text
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const logLevel = (text: string): string => {
  if (!logLevels.includes(text)) throw new Error(`"${text}" is not one of ${logLevels.join(', ')}.`)
  return text
}

const sandboxMode = (text: string): BaseConfig['sandbox'] => {
  if (text !== 'required' && text !== 'degraded') throw new Error(`"${text}" is neither required nor degraded.`)
  return text
}

const pageAddress = (text: string): string => {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Error(`"${text}" is not an address such as http://localhost:4100.`)
  return url.href
}

const standInMode = (text: string): BaseConfig['engineStandIn'] => {
  if (text !== 'allow' && text !== 'refuse') throw new Error(`"${text}" is neither allow nor refuse.`)
  return text
}

// Of each data folder another, and short: the path of a socket file has at most 107 bytes.
const defaultRunFolder = (dataFolder: string): string =>
  join(tmpdir(), `facet-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 8)}`)

const secretFrom = (read: Reader<SettingName>, name: 'FACET_ROOT_KEY' | 'FACET_ROOT_KEY_PREVIOUS'): Buffer | null => {
  const file = read.text(`${name}_FILE`)
  if (file === null) return read.parse(name, null, rootKey)
  const key = read.parse(`${name}_FILE`, null, (path) => rootKey(readSettingFile(path).trim()))
  // Whichever won, somebody who replaces the key would expect the other.
  if (read.text(name) !== null) read.problems.push(`${name} and ${name}_FILE: both are set. Remove one of them.`)
  return key
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const variableIn = (problem: string): string => /^\w+/.exec(problem)?.[0] ?? ''

const readBase = (read: Reader<SettingName>): BaseConfig => {
  const { problems } = read
  const mode = read.parse('FACET_MODE', 'production', (text) => {
    if (text !== 'production' && text !== 'development') throw new Error(`"${text}" is neither production nor development.`)
    return text
  })
  const databaseUrl = read.parse('FACET_DATABASE_URL', '', databaseAddress)
  if (read.text('FACET_DATABASE_URL') === null)
    problems.push('FACET_DATABASE_URL: set it to the PostgreSQL address of the service role, such as postgres://facet@db.internal/facet.')
  const listen = read.parse('FACET_LISTEN', { host: '127.0.0.1', port: 4000 }, listenAddress)

  const certFile = read.parse('FACET_TLS_CERT_FILE', null, filePath)
  const keyFile = read.parse('FACET_TLS_KEY_FILE', null, filePath)
  const [hasCertificate, hasKey] = [read.text('FACET_TLS_CERT_FILE') !== null, read.text('FACET_TLS_KEY_FILE') !== null]
  if (hasCertificate !== hasKey) problems.push('FACET_TLS_CERT_FILE and FACET_TLS_KEY_FILE: set both, or neither.')
  const tls = certFile && keyFile ? { certFile, keyFile } : null
  const trustedProxies = read.parse('FACET_TRUSTED_PROXIES', [], proxies)
  if (!hasCertificate && !hasKey && read.text('FACET_TRUSTED_PROXIES') === null && !(mode === 'development' && isLoopback(listen.host)))
    problems.push(
      mode === 'production'
        ? 'FACET_TLS_CERT_FILE, FACET_TLS_KEY_FILE: plain HTTP is refused. Give a certificate and its key, or name the proxies that terminate HTTPS for this service in FACET_TRUSTED_PROXIES.'
        : 'FACET_LISTEN: plain HTTP in development listens on loopback only; use 127.0.0.1, or set FACET_TLS_CERT_FILE and FACET_TLS_KEY_FILE.',
    )

  const adminListen = read.parse('FACET_ADMIN_LISTEN', null, listenAddress)
  const adminToken = read.text('FACET_ADMIN_TOKEN')
  if (adminListen && adminListen.port === listen.port && adminListen.host === listen.host && listen.port !== 0)
    problems.push('FACET_ADMIN_LISTEN: is the address of FACET_LISTEN. Give it another port.')
  if (adminListen && (adminToken === null || adminToken.length < 16))
    problems.push('FACET_ADMIN_TOKEN: the admin listener shows internals; give it a token of at least 16 characters.')

  const dataFolder = read.parse('FACET_DATA_FOLDER', mode === 'production' ? '/var/lib/facet' : resolve('.facet'), absoluteFolder)

  const config: BaseConfig = {
    mode,
    databaseUrl,
    migrateDatabaseUrl: read.parse('FACET_MIGRATE_DATABASE_URL', databaseUrl, databaseAddress),
    poolSize: read.parse('FACET_POOL_SIZE', 10, whole(1, 500)),
    rootKey: secretFrom(read, 'FACET_ROOT_KEY'),
    previousRootKey: secretFrom(read, 'FACET_ROOT_KEY_PREVIOUS'),
    listen,
    nodeAddress: read.parse('FACET_NODE_ADDRESS', null, nodeAddress),
    clusterCa: read.parse('FACET_CLUSTER_CA_FILE', null, certificates),
    tls,
    trustedProxies,
    admin: adminListen && adminToken ? { listen: adminListen, token: adminToken } : null,
    rateLimits: {
      perKey: read.parse('FACET_RATE_LIMIT_PER_KEY', 100, whole(1, 1_000_000)),
      perTenant: read.parse('FACET_RATE_LIMIT_PER_TENANT', 1000, whole(1, 1_000_000)),
      perEmbedUser: read.parse('FACET_RATE_LIMIT_PER_EMBED_USER', 100, whole(1, 1_000_000)),
      perTenantFrames: read.parse('FACET_RATE_LIMIT_PER_TENANT_FRAMES', 1000, whole(1, 1_000_000)),
      unknown: read.parse('FACET_RATE_LIMIT_UNKNOWN', 20, whole(1, 1_000_000)),
      uploadBytesPerKey: read.parse('FACET_RATE_LIMIT_UPLOAD_MB_PER_KEY', 16, whole(1, 10_000)) * 1_048_576,
      uploadBytesPerTenant: read.parse('FACET_RATE_LIMIT_UPLOAD_MB_PER_TENANT', 64, whole(1, 10_000)) * 1_048_576,
    },
    bodyLimitBytes: read.parse('FACET_BODY_LIMIT_BYTES', 1_048_576, whole(1024, 104_857_600)),
    dataFolder,
    runFolder: read.parse('FACET_RUN_FOLDER', defaultRunFolder(dataFolder), absoluteFolder),
    sandbox: read.parse<BaseConfig['sandbox']>('FACET_SANDBOX', mode === 'production' ? 'required' : 'degraded', sandboxMode),
    enginesFolder: read.parse('FACET_ENGINES_FOLDER', join(dataFolder, 'engines'), absoluteFolder),
    dbtFolder: read.parse('FACET_DBT_FOLDER', join(dataFolder, 'dbt'), absoluteFolder),
    engineStandIn: read.parse<BaseConfig['engineStandIn']>('FACET_ENGINE_STAND_IN', 'allow', standInMode),
    workMemoryBytes: read.parse('FACET_WORK_MEMORY_MB', 768, whole(256, 1_048_576)) * 1_048_576,
    objectStore: readObjectStore(read, mode, dataFolder),
    drainMs: read.parse('FACET_DRAIN_MS', mode === 'production' ? 5000 : 0, whole(0, 25_000)),
    ledgerDays: read.parse('FACET_LEDGER_DAYS', 400, whole(1, 36_500)),
    cell: read.parse('FACET_CELL', 0, whole(0, 8190)),
    allowPrivateHosts: read.parse('FACET_ALLOW_PRIVATE_HOSTS', [], privateHosts),
    temporal: readTemporal(read),
    demoUrl: read.parse('FACET_DEMO_URL', null, pageAddress),
    logLevel: read.parse('FACET_LOG_LEVEL', 'info', logLevel),
    otlpEndpoint: read.parse('OTEL_EXPORTER_OTLP_ENDPOINT', null, collector),
  }
  if (config.rootKey === null && !problems.some((problem) => problem.startsWith('FACET_ROOT_KEY')))
    problems.push('FACET_ROOT_KEY: set it (or FACET_ROOT_KEY_FILE) to 32 random bytes in base64; make one with: openssl rand -base64 32')
  return config
}

const refuseProblems = (problems: string[]): void => {
  if (problems.length > 0) throw new ConfigProblem(problems)
}

/** The one reader of the environment: the settings of the process, and those that areas read beside them. */
export const readSettings = <T extends object>(env: Env, readAreas: (read: Reader, base: BaseConfig) => T): BaseConfig & T => {
  const read = createReader(env)
  const base = readBase(read)
  const areas = readAreas(read, base)
  refuseProblems(read.problems)
  return { ...base, ...areas }
}

/** For what needs only some settings: problems of the others are not its business. */
export const readBaseConfig = (env: Env, needed: readonly SettingName[]): BaseConfig => {
  const read = createReader(env)
  const base = readBase(read)
  refuseProblems(read.problems.filter((problem) => needed.some((name) => name === variableIn(problem))))
  return base
}
