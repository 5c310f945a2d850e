import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import type { Region } from '@facet/contract'
import { certificateFile, certificates, filePath, readSettingFile } from './config-files.ts'
import { databaseAddress } from './database-address.ts'
import { readObjectStore } from './object-store-config.ts'
import type { SettingName } from './setting-names.ts'

export const roleNames = ['api', 'authoring'] as const
export type RoleName = (typeof roleNames)[number]

export type ListenAddress = { host: string; port: number }

export type Config = {
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
  regions: Region[]
  engineChannels: { latest: string; release: string }
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
  /** How many API keys one person or service account may have. */
  maxKeysPerOwner: number
  bodyLimitBytes: number
  /** Where the process keeps working copies: what is lost with it can be made again. */
  dataFolder: string
  /** How much of the disk copies of repositories may take, those in use apart. */
  repositoryCopiesBytes: number
  /** What large requests and answers may hold in memory together. */
  workMemoryBytes: number
  /** Threads that compare data models. */
  modelThreads: number
  /** What git may use: each process of it so much memory, and so many of them at once. */
  git: { memoryBytes: number; processes: number; cgroup: string | null }
  /** What an installation may not lose beside its database. */
  objectStore:
    | { kind: 'folder'; folder: string }
    | {
        kind: 's3'
        bucket: string
        prefix: string
        endpoint: string | null
        region: string
        credentials: { accessKeyId: string; secretAccessKey: string } | null
      }
  /** How long a stopping process says so on /readyz before it stops listening, so that balancers look elsewhere first. */
  drainMs: number
  /** How long the record of each minted session is kept, in hours. */
  embedRecordHours: number
  /** How long the object store keeps what was ended: longer than the oldest copy of the database that may be brought back. */
  ledgerDays: number
  cell: number
  /** Hosts that may be dialled although they are not public: names, addresses, ranges. */
  allowPrivateHosts: string[]
  /** Certificates to trust beside the system's when a git remote is reached over HTTPS. */
  remoteCaFile: string | null
  logLevel: string
  otlpEndpoint: string | null
}

/** Every problem of the configuration at once, each naming its variable and what to do about it. */
export class ConfigProblem extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigProblem'
    this.problems = problems
  }
}

type Env = Record<string, string | undefined>
export type Reader = {
  problems: string[]
  text: (name: SettingName) => string | null
  parse: <T>(name: SettingName, fallback: T, parse: (text: string) => T) => T
}

const reader = (env: Env): Reader => {
  const problems: string[] = []
  const text = (name: SettingName): string | null => {
    const value = env[name]?.trim()
    return value ? value : null
  }
  return {
    problems,
    text,
    parse: (name, fallback, parse) => {
      const value = text(name)
      if (value === null) return fallback
      try {
        return parse(value)
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        return fallback
      }
    },
  }
}

const whole =
  (low: number, high: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < low || value > high) throw new Error(`"${text}" is not a whole number from ${low} to ${high}.`)
    return value
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

const pairs = (text: string): [string, string][] =>
  text.split(',').map((part) => {
    const [name, value] = part.split('=', 2).map((piece) => piece.trim())
    if (!name || !value) throw new Error(`"${part}" is not name=value; several are separated by commas.`)
    return [name, value]
  })

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

const absoluteFolder = (text: string): string => {
  if (!isAbsolute(text)) throw new Error(`"${text}" is not an absolute path, such as /var/lib/facet.`)
  return resolve(text)
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const logLevel = (text: string): string => {
  if (!logLevels.includes(text)) throw new Error(`"${text}" is not one of ${logLevels.join(', ')}.`)
  return text
}

const regions = (text: string): Region[] =>
  pairs(text).map(([name, title], index) => ({ id: index + 1, name, title, provider: 'self-hosted', isPublic: false }))

const channels = (text: string): Config['engineChannels'] => {
  const { latest, release } = Object.fromEntries(pairs(text))
  if (!latest || !release) throw new Error('must name both channels: latest=1.7.43,release=1.7.43')
  return { latest, release }
}

const secretFrom = (read: Reader, name: 'FACET_ROOT_KEY' | 'FACET_ROOT_KEY_PREVIOUS'): Buffer | null => {
  const file = read.text(`${name}_FILE`)
  if (file === null) return read.parse(name, null, rootKey)
  const key = read.parse(`${name}_FILE`, null, (path) => rootKey(readSettingFile(path).trim()))
  // Whichever won, somebody who replaces the key would believe in the other.
  if (read.text(name) !== null) read.problems.push(`${name} and ${name}_FILE: both are set. Take one of them away.`)
  return key
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const variableIn = (problem: string): string => /^\w+/.exec(problem)?.[0] ?? ''

/** The one reader of the environment. With `needed`, only problems of these variables are any: what hangs on others is not used. */
export const readConfig = (env: Env, needed?: readonly SettingName[]): Config => {
  const read = reader(env)
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
        ? 'FACET_TLS_CERT_FILE, FACET_TLS_KEY_FILE: plain HTTP is refused. Give a certificate and its key, or name the proxies that speak HTTPS for this service in FACET_TRUSTED_PROXIES.'
        : 'FACET_LISTEN: plain HTTP in development listens on loopback only; use 127.0.0.1, or set FACET_TLS_CERT_FILE and FACET_TLS_KEY_FILE.',
    )

  const adminListen = read.parse('FACET_ADMIN_LISTEN', null, listenAddress)
  const adminToken = read.text('FACET_ADMIN_TOKEN')
  if (adminListen && adminListen.port === listen.port && adminListen.host === listen.host && listen.port !== 0)
    problems.push('FACET_ADMIN_LISTEN: is the address of FACET_LISTEN. Give it another port.')
  if (adminListen && (adminToken === null || adminToken.length < 16))
    problems.push('FACET_ADMIN_TOKEN: the admin listener shows internals; give it a token of at least 16 characters.')

  const dataFolder = read.parse('FACET_DATA_FOLDER', mode === 'production' ? '/var/lib/facet' : resolve('.facet'), absoluteFolder)

  const config: Config = {
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
    regions: read.parse('FACET_REGIONS', regions('local=This installation'), regions),
    engineChannels: read.parse('FACET_ENGINE_CHANNELS', { latest: '1.7.43', release: '1.7.43' }, channels),
    rateLimits: {
      perKey: read.parse('FACET_RATE_LIMIT_PER_KEY', 100, whole(1, 1_000_000)),
      perTenant: read.parse('FACET_RATE_LIMIT_PER_TENANT', 1000, whole(1, 1_000_000)),
      perEmbedUser: read.parse('FACET_RATE_LIMIT_PER_EMBED_USER', 100, whole(1, 1_000_000)),
      perTenantFrames: read.parse('FACET_RATE_LIMIT_PER_TENANT_FRAMES', 1000, whole(1, 1_000_000)),
      unknown: read.parse('FACET_RATE_LIMIT_UNKNOWN', 20, whole(1, 1_000_000)),
      uploadBytesPerKey: read.parse('FACET_RATE_LIMIT_UPLOAD_MB_PER_KEY', 16, whole(1, 10_000)) * 1_048_576,
      uploadBytesPerTenant: read.parse('FACET_RATE_LIMIT_UPLOAD_MB_PER_TENANT', 64, whole(1, 10_000)) * 1_048_576,
    },
    maxKeysPerOwner: read.parse('FACET_API_KEYS_PER_OWNER', 100, whole(1, 100_000)),
    bodyLimitBytes: read.parse('FACET_BODY_LIMIT_BYTES', 1_048_576, whole(1024, 104_857_600)),
    dataFolder,
    repositoryCopiesBytes: read.parse('FACET_REPOSITORY_COPIES_MB', 10_240, whole(1, 10_485_760)) * 1_048_576,
    workMemoryBytes: read.parse('FACET_WORK_MEMORY_MB', 768, whole(256, 1_048_576)) * 1_048_576,
    modelThreads: read.parse('FACET_MODEL_THREADS', Math.max(1, Math.floor(availableParallelism() / 2)), whole(1, 64)),
    git: {
      memoryBytes: read.parse('FACET_GIT_MEMORY_MB', 256, whole(128, 16_384)) * 1_048_576,
      processes: read.parse('FACET_GIT_PROCESSES', Math.max(4, 2 * availableParallelism()), whole(2, 1024)),
      cgroup: read.parse('FACET_CHILD_CGROUP', null, absoluteFolder),
    },
    objectStore: readObjectStore(read, mode, dataFolder),
    drainMs: read.parse('FACET_DRAIN_MS', mode === 'production' ? 5000 : 0, whole(0, 25_000)),
    embedRecordHours: read.parse('FACET_EMBED_RECORD_HOURS', 168, whole(26, 8760)),
    ledgerDays: read.parse('FACET_LEDGER_DAYS', 400, whole(1, 36_500)),
    cell: read.parse('FACET_CELL', 0, whole(0, 8190)),
    allowPrivateHosts: read.parse('FACET_ALLOW_PRIVATE_HOSTS', [], privateHosts),
    remoteCaFile: read.parse('FACET_REMOTE_CA_FILE', null, certificateFile),
    logLevel: read.parse('FACET_LOG_LEVEL', 'info', logLevel),
    otlpEndpoint: read.parse('OTEL_EXPORTER_OTLP_ENDPOINT', null, collector),
  }
  if (config.rootKey === null && !problems.some((problem) => problem.startsWith('FACET_ROOT_KEY')))
    problems.push('FACET_ROOT_KEY: set it (or FACET_ROOT_KEY_FILE) to 32 random bytes in base64; make one with: openssl rand -base64 32')
  const relevant = needed ? problems.filter((problem) => needed.some((name) => name === variableIn(problem))) : problems
  if (relevant.length > 0) throw new ConfigProblem(relevant)
  return config
}
