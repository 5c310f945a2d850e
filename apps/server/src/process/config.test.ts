import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigProblem } from '#config'
import { readConfig, settingNames } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const least = {
  FACET_DATABASE_URL: 'postgres://facet@db.internal/facet',
  FACET_ROOT_KEY: key,
  FACET_TRUSTED_PROXIES: '10.0.0.0/8',
  FACET_OBJECT_STORE: 'file:///srv/facet/objects',
}

const problemsOf = (env: Record<string, string | undefined>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigProblem) return error.problems
    throw error
  }
}

describe('the configuration', () => {
  it('takes a root key from one place: a file beside the key itself would win over one that was to replace it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'facet-config-'))
    const file = join(folder, 'root.key')
    writeFileSync(file, key)
    try {
      expect(problemsOf({ ...least, FACET_ROOT_KEY_FILE: file })).toEqual([
        'FACET_ROOT_KEY and FACET_ROOT_KEY_FILE: both are set. Remove one of them.',
      ])
      expect(problemsOf({ ...least, FACET_ROOT_KEY_PREVIOUS: key, FACET_ROOT_KEY_PREVIOUS_FILE: file })).toEqual([
        'FACET_ROOT_KEY_PREVIOUS and FACET_ROOT_KEY_PREVIOUS_FILE: both are set. Remove one of them.',
      ])
      expect(problemsOf({ ...least, FACET_ROOT_KEY: undefined, FACET_ROOT_KEY_FILE: file })).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('has a memory budget for engines that holds at least one of them', () => {
    expect(problemsOf({ ...least, FACET_ENGINE_MEMORY_MB: '512' })).toEqual([
      'FACET_ENGINE_MEMORY_MB: 512 MB cannot hold one engine process of 1024 MB (FACET_ENGINE_PROCESS_MEMORY_MB). Raise it, or lower the other.',
    ])
    expect(problemsOf({ ...least, FACET_ENGINE_MEMORY_MB: '1024', FACET_ENGINE_PROCESS_MEMORY_MB: '1024' })).toEqual([])
    const { engineProcesses } = readConfig({ ...least, FACET_ENGINE_PROCESS_MEMORY_MB: '1048576' })
    expect(engineProcesses.budgetBytes).toBeGreaterThanOrEqual(engineProcesses.processBytes)
  })

  it('needs a database, a root key, a place for objects and a word on TLS, and has a standard for everything else', () => {
    expect(readConfig(least)).toEqual({
      mode: 'production',
      dataDomain: null,
      demoUrl: null,
      databaseUrl: 'postgres://facet@db.internal/facet',
      migrateDatabaseUrl: 'postgres://facet@db.internal/facet',
      poolSize: 10,
      rootKey: Buffer.alloc(32, 7),
      previousRootKey: null,
      listen: { host: '127.0.0.1', port: 4000 },
      nodeAddress: null,
      clusterCa: null,
      tls: null,
      trustedProxies: ['10.0.0.0/8'],
      admin: null,
      regions: [{ id: 1, name: 'local', title: 'This installation', provider: 'self-hosted', isPublic: false }],
      enginesFolder: '/var/lib/facet/engines',
      dbtFolder: '/var/lib/facet/dbt',
      engineChannels: { latest: '1.7.43', release: '1.7.43' },
      engineVersions: ['1.7.43'],
      engineStandIn: 'allow',
      buildProcesses: expect.any(Number) as number,
      dbtSyncDays: 90,
      dbtSyncs: 2,
      engineLogDays: 7,
      engineProcesses: { budgetBytes: expect.any(Number), processBytes: 1_073_741_824, idleMs: 1_800_000, startMs: 60_000 },
      rateLimits: {
        perKey: 100,
        perTenant: 1000,
        perEmbedUser: 100,
        perTenantFrames: 1000,
        unknown: 20,
        uploadBytesPerKey: 16 * 1_048_576,
        uploadBytesPerTenant: 64 * 1_048_576,
      },
      maxKeysPerOwner: 100,
      bodyLimitBytes: 1_048_576,
      dataFolder: '/var/lib/facet',
      runFolder: join(tmpdir(), 'facet-d4b0ae4a'),
      sandbox: 'required',
      repositoryCopiesBytes: 10_737_418_240,
      workMemoryBytes: 805_306_368,
      modelProcesses: expect.any(Number),
      git: { memoryBytes: 268_435_456, processes: expect.any(Number), cgroup: null },
      objectStore: { kind: 'folder', folder: '/srv/facet/objects' },
      drainMs: 5000,
      embedRecordHours: 168,
      embedStreams: { perNode: 10_000, perTenant: 5000, perUser: 32 },
      ledgerDays: 400,
      cell: 0,
      allowPrivateHosts: [],
      remoteCaFile: null,
      temporal: null,
      logLevel: 'info',
      otlpEndpoint: null,
    })
  })

  it('tells every problem at once, each with its variable and what to do', () => {
    const problems = problemsOf({ FACET_POOL_SIZE: 'many', FACET_LISTEN: 'here', FACET_MODE: 'test', FACET_CELL: '9000' })

    expect(problems).toEqual([
      'FACET_MODE: "test" is neither production nor development.',
      'FACET_DATABASE_URL: set it to the PostgreSQL address of the service role, such as postgres://facet@db.internal/facet.',
      'FACET_LISTEN: "here" is not host:port, such as 0.0.0.0:4000.',
      'FACET_TLS_CERT_FILE, FACET_TLS_KEY_FILE: plain HTTP is refused. Give a certificate and its key, or name the proxies that terminate HTTPS for this service in FACET_TRUSTED_PROXIES.',
      'FACET_POOL_SIZE: "many" is not a whole number from 1 to 500.',
      'FACET_OBJECT_STORE: set it to a bucket such as s3://facet, or on one machine to a folder such as file:///var/lib/facet/objects.',
      'FACET_CELL: "9000" is not a whole number from 0 to 8190.',
      'FACET_ROOT_KEY: set it (or FACET_ROOT_KEY_FILE) to 32 random bytes in base64; make one with: openssl rand -base64 32',
    ])
    expect(() => readConfig({})).toThrow(/^The configuration has 4 problems:\n {2}- FACET_/)
    expect(() => readConfig({ ...least, FACET_CELL: '-1' })).toThrow(/^The configuration has a problem:\n {2}- FACET_CELL/)
  })

  it.each([
    [{ FACET_DATABASE_URL: 'mysql://db/facet' }, 'FACET_DATABASE_URL: is not a PostgreSQL address, such as postgres://'],
    [{ FACET_DATABASE_URL: 'postgres://facet@db:port/facet' }, 'FACET_DATABASE_URL: is not a PostgreSQL address'],
    [
      { FACET_DATABASE_URL: 'postgres://facet:50%!@db/facet' },
      'FACET_DATABASE_URL: holds a % that begins no escape. Write the % of a password as %25',
    ],
    [{ FACET_DATABASE_URL: 'postgres://facet:4711#geheim@db/facet' }, 'FACET_DATABASE_URL: has an @ after its first /, # or ?. Write in a'],
    [{ FACET_DATABASE_URL: 'postgres://facet:47/11@db/facet' }, 'FACET_DATABASE_URL: has an @ after its first /, # or ?. Write in a'],
    [{ FACET_DATABASE_URL: 'postgres://facet:a?b@db/facet' }, 'FACET_DATABASE_URL: has an @ after its first /, # or ?. Write in a'],
    [{ FACET_DATABASE_URL: 'postgres://facet:p@1#2@db/facet' }, 'FACET_DATABASE_URL: has an @ after its first /, # or ?. Write in a'],
    [{ FACET_DATABASE_URL: 'postgres://facet:%ff@db/facet' }, 'FACET_DATABASE_URL: holds an escape that is not UTF-8, such as %FF.'],
    [{ FACET_MIGRATE_DATABASE_URL: 'db.internal' }, 'FACET_MIGRATE_DATABASE_URL: is not a PostgreSQL address'],
    [{ FACET_ROOT_KEY: 'short' }, 'FACET_ROOT_KEY: must be 32 random bytes in base64; make one with: openssl rand -base64 32'],
    [{ FACET_ROOT_KEY_PREVIOUS: key.slice(4) }, 'FACET_ROOT_KEY_PREVIOUS: must be 32 random bytes in base64'],
    [
      { FACET_ROOT_KEY: '', FACET_ROOT_KEY_FILE: '/nowhere/root.key' },
      'FACET_ROOT_KEY_FILE: the file /nowhere/root.key cannot be read: it does not exist. Correct',
    ],
    [
      { FACET_LISTEN: '127.0.0.1:4001', FACET_ADMIN_LISTEN: '127.0.0.1:4001', FACET_ADMIN_TOKEN: 'of sixteen letters' },
      'FACET_ADMIN_LISTEN: is the address of FACET_LISTEN. Give',
    ],
    [{ FACET_LISTEN: '0.0.0.0:70000' }, 'FACET_LISTEN: "0.0.0.0:70000" is not host:port'],
    [{ FACET_TLS_CERT_FILE: 'a.crt' }, 'FACET_TLS_CERT_FILE and FACET_TLS_KEY_FILE: set both, or neither.'],
    [{ FACET_TRUSTED_PROXIES: '10.0.0.0/8,proxy.internal' }, 'FACET_TRUSTED_PROXIES: "proxy.internal" is not an address or a range'],
    [{ FACET_TRUSTED_PROXIES: '10.0.0.0/33' }, 'FACET_TRUSTED_PROXIES: "10.0.0.0/33" is not an address or a range'],
    [{ FACET_TRUSTED_PROXIES: '10.0.0.0/x' }, 'FACET_TRUSTED_PROXIES: "10.0.0.0/x" is not an address or a range'],
    [{ FACET_ADMIN_LISTEN: '127.0.0.1:9000' }, 'FACET_ADMIN_TOKEN: the admin listener shows internals; give it a token of at least 16'],
    [{ FACET_ADMIN_LISTEN: '127.0.0.1:9000', FACET_ADMIN_TOKEN: 'too short' }, 'FACET_ADMIN_TOKEN: '],
    [{ FACET_DATA_DOMAIN: 'data' }, 'FACET_DATA_DOMAIN: "data" is not a domain name such as data.example.com.'],
    [{ FACET_REGIONS: 'eu' }, 'FACET_REGIONS: "eu" is not name=value; several are separated by commas.'],
    [{ FACET_ENGINE_CHANNELS: 'latest=1.7.43' }, 'FACET_ENGINE_CHANNELS: must name both channels'],
    [
      { FACET_ENGINE_CHANNELS: 'latest=9.9.9,release=1.7.43' },
      'FACET_ENGINE_CHANNELS: names 9.9.9, which is not among the versions that can run: 1.7.43',
    ],
    [{ FACET_ENGINE_VERSIONS: 'newest' }, 'FACET_ENGINE_VERSIONS: "newest" is not a version such as 1.7.43'],
    [{ FACET_ENGINE_LOG_DAYS: '0' }, 'FACET_ENGINE_LOG_DAYS: "0" is not a whole number from 1'],
    [{ FACET_BODY_LIMIT_BYTES: '10' }, 'FACET_BODY_LIMIT_BYTES: "10" is not a whole number from 1024'],
    [{ FACET_RATE_LIMIT_PER_KEY: '0' }, 'FACET_RATE_LIMIT_PER_KEY: "0" is not a whole number from 1'],
    [{ FACET_POOL_SIZE: '1.5' }, 'FACET_POOL_SIZE: "1.5" is not a whole number'],
    [{ FACET_DATA_FOLDER: 'data' }, 'FACET_DATA_FOLDER: "data" is not an absolute path, such as /var/lib/facet.'],
    [
      { FACET_OBJECT_STORE: '/var/lib/facet' },
      'FACET_OBJECT_STORE: is neither a folder such as file:///var/lib/facet/objects nor a bucket',
    ],
    [{ FACET_OBJECT_STORE: 'file://host/objects' }, 'FACET_OBJECT_STORE: is neither'],
    [{ FACET_OBJECT_STORE: 's3://Bucket_' }, 'FACET_OBJECT_STORE: is neither'],
    [{ FACET_OBJECT_STORE: 's3://facet/../other' }, 'FACET_OBJECT_STORE: is neither'],
    [{ FACET_OBJECT_STORE: 's3://facet', FACET_S3_ENDPOINT: 's3.internal' }, 'FACET_S3_ENDPOINT: is not the address of an S3 server'],
    [
      { FACET_OBJECT_STORE: 's3://facet', FACET_S3_ACCESS_KEY_ID: 'facet' },
      'FACET_S3_ACCESS_KEY_ID and FACET_S3_SECRET_ACCESS_KEY: set both, or neither to use the role of the machine.',
    ],
    [
      { FACET_ALLOW_PRIVATE_HOSTS: 'git.internal,10.0.0.0/33' },
      'FACET_ALLOW_PRIVATE_HOSTS: "10.0.0.0/33" is not a host name, an address or',
    ],
    [{ FACET_ALLOW_PRIVATE_HOSTS: '10.0.0.256' }, 'FACET_ALLOW_PRIVATE_HOSTS: "10.0.0.256" is not a host name'],
    [{ FACET_ALLOW_PRIVATE_HOSTS: 'https://git.internal' }, 'FACET_ALLOW_PRIVATE_HOSTS: "https://git.internal" is not a host name'],
    [{ FACET_ALLOW_PRIVATE_HOSTS: 'a,,b' }, 'FACET_ALLOW_PRIVATE_HOSTS: "" is not a host name'],
    [
      { FACET_REMOTE_CA_FILE: '/nowhere/ca.crt' },
      'FACET_REMOTE_CA_FILE: the file /nowhere/ca.crt cannot be read: it does not exist. Correct',
    ],
    [{ FACET_CLUSTER_CA_FILE: '/dev/null' }, 'FACET_CLUSTER_CA_FILE: the file /dev/null holds no certificate. Name one in PEM form'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: is not the address of a collector'],
    [{ FACET_LOG_LEVEL: 'loud' }, 'FACET_LOG_LEVEL: "loud" is not one of fatal, error, warn, info, debug, trace, silent.'],
  ])('refuses %j by name', (env: Record<string, string>, problem) => {
    const problems = problemsOf({ ...least, ...env })

    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  it.each([
    'postgres://db/facet?user=facet@azure&password=a@b',
    'postgres:///facet?host=/var/run/postgresql&user=facet',
    'postgres://facet:a%2Fb%23c%3Fd%40e@db/facet',
    'postgres://facet:a@b@db/facet',
  ])('takes the database address %s', (address) => {
    expect(readConfig({ ...least, FACET_DATABASE_URL: address }).databaseUrl).toBe(address)
  })

  it.each([
    Buffer.alloc(32, 200).toString('base64'),
    Buffer.alloc(32, 255).toString('base64'),
    Buffer.alloc(48, 201).toString('base64url'),
    `/${Buffer.alloc(48, 201).toString('base64').slice(1)}`,
    Buffer.alloc(32, 200).toString('hex'),
    '-----BEGIN PRIVATE KEY-----',
    'first line\nsecond line',
  ])('does not repeat what should be in a file: %j', (content) => {
    const names = settingNames.filter((name) => name.endsWith('_FILE'))
    const { FACET_ROOT_KEY: _, ...without } = least
    const files = { FACET_TLS_CERT_FILE: '/a', FACET_TLS_KEY_FILE: '/b', FACET_ROOT_KEY_FILE: '/dev/null' }

    for (const name of names)
      expect(problemsOf({ ...without, ...files, [name]: content })).toContain(
        `${name}: holds the content itself; it must name a file, such as /etc/facet/root.key. Write the content there.`,
      )
    for (const name of names) expect(problemsOf({ ...least, [name]: content }).join()).not.toContain(content.slice(4, 30))
  })

  it('takes a long path for a path', () => {
    const path = '/nowhere/kubernetes/secrets/facet/production/root/key'

    expect(problemsOf({ ...least, FACET_ROOT_KEY_FILE: path })[0]).toContain(`the file ${path} cannot be read`)
  })

  it('is described in the page for operators, and nothing else is', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operate/configuration.md'), 'utf8')
    const rows = [...page.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([\w…]+)`/g)].map(([, name = '']) => name),
    )
    const described = rows.map((name) => (name === '…_FILE' ? 'FACET_ROOT_KEY_PREVIOUS_FILE' : name))

    expect(described.toSorted()).toEqual([...settingNames].toSorted())
  })

  it('repeats no secret in what it refuses', () => {
    const problems = problemsOf({
      ...least,
      FACET_ROOT_KEY: 'my old root key',
      FACET_DATABASE_URL: 'postgres://facet:hunter2@db:port/facet',
      FACET_OBJECT_STORE: 's3://facet:hunter3@bucket',
    })
    const endpoint = { FACET_S3_ENDPOINT: 'https://facet:hunter4@s3.internal', FACET_S3_SECRET_ACCESS_KEY: 'hunter5' }
    const ofStore = problemsOf({ ...least, FACET_OBJECT_STORE: 's3://facet', ...endpoint })

    expect(problems).toHaveLength(3)
    expect(ofStore).toHaveLength(2)
    expect([...problems, ...ofStore].join()).not.toMatch(/my old root key|hunter/)
  })

  it('reads what was set, blanks around it left out and empty ones as not set', () => {
    // This file holds the first line of one: -----BEGIN CERTIFICATE-----
    const config = readConfig({
      ...least,
      FACET_MODE: ' development ',
      FACET_LISTEN: '[::1]:0',
      FACET_TRUSTED_PROXIES: ' 10.0.0.1 , fd00::/8 ',
      FACET_POOL_SIZE: '',
      FACET_REGIONS: 'eu=Europe,us=America',
      FACET_ENGINE_VERSIONS: '2.0.0, 1.9.0',
      FACET_ENGINE_CHANNELS: 'latest=2.0.0, release=1.9.0',
      FACET_ADMIN_LISTEN: '127.0.0.1:9000',
      FACET_ADMIN_TOKEN: 'sixteen letters.',
      FACET_MIGRATE_DATABASE_URL: 'postgres://owner@db.internal/facet',
      FACET_ALLOW_PRIVATE_HOSTS: 'Git.internal, 10.0.0.0/8,127.0.0.1,fd00::/8',
      FACET_REMOTE_CA_FILE: import.meta.filename,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    })

    expect(config).toMatchObject({
      mode: 'development',
      listen: { host: '::1', port: 0 },
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      poolSize: 10,
      regions: [
        { id: 1, name: 'eu', title: 'Europe' },
        { id: 2, name: 'us', title: 'America' },
      ],
      engineChannels: { latest: '2.0.0', release: '1.9.0' },
      engineVersions: ['2.0.0', '1.9.0'],
      admin: { listen: { host: '127.0.0.1', port: 9000 }, token: 'sixteen letters.' },
      migrateDatabaseUrl: 'postgres://owner@db.internal/facet',
      allowPrivateHosts: ['git.internal', '10.0.0.0/8', '127.0.0.1', 'fd00::/8'],
      remoteCaFile: import.meta.filename,
      otlpEndpoint: 'http://collector:4318',
    })
  })
})

describe('the place for objects', () => {
  it('is a folder of the working directory in development, beside the working copies', () => {
    const { dataFolder, objectStore } = readConfig({ ...least, FACET_MODE: 'development', FACET_OBJECT_STORE: '' })

    expect(dataFolder).toBe(join(process.cwd(), '.facet'))
    expect(objectStore).toEqual({ kind: 'folder', folder: join(process.cwd(), '.facet/objects') })
  })

  it('can be a bucket at AWS, with the credentials of the machine', () => {
    expect(readConfig({ ...least, FACET_OBJECT_STORE: 's3://facet', FACET_S3_REGION: 'eu-central-1' }).objectStore).toEqual({
      kind: 's3',
      bucket: 'facet',
      prefix: '',
      endpoint: null,
      region: 'eu-central-1',
      credentials: null,
    })
  })

  it('can be a part of a bucket of another server, with credentials of its own', () => {
    const settings = {
      FACET_OBJECT_STORE: 's3://facet/cells/1/',
      FACET_S3_ENDPOINT: 'https://s3.internal:9000/',
      FACET_S3_ACCESS_KEY_ID: 'facet',
      FACET_S3_SECRET_ACCESS_KEY: 'secret',
    }

    expect(readConfig({ ...least, ...settings }).objectStore).toEqual({
      kind: 's3',
      bucket: 'facet',
      prefix: 'cells/1',
      endpoint: 'https://s3.internal:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'facet', secretAccessKey: 'secret' },
    })
  })
})

it('accepts only scheme, host and port as the node address', () => {
  expect(readConfig({ ...least, FACET_NODE_ADDRESS: 'https://10.0.0.5:4000' })).toMatchObject({ nodeAddress: 'https://10.0.0.5:4000' })
  expect(readConfig({ ...least, FACET_NODE_ADDRESS: 'http://[fd00::5]:4000/' })).toMatchObject({ nodeAddress: 'http://[fd00::5]:4000' })
  for (const address of ['10.0.0.5:4000', 'ftp://10.0.0.5', 'https://10.0.0.5/api', 'https://ada@10.0.0.5'])
    expect(problemsOf({ ...least, FACET_NODE_ADDRESS: address })).toEqual([
      'FACET_NODE_ADDRESS: is not the address of a node, such as https://10.0.0.5:4000, with no path and no credentials in it.',
    ])
})

describe('plain HTTP', () => {
  const plain = { ...least, FACET_TRUSTED_PROXIES: '' }

  it.each([
    ['production', '127.0.0.1:4000', false],
    ['production', '0.0.0.0:4000', false],
    ['development', '127.0.0.1:4000', true],
    ['development', 'localhost:4000', true],
    ['development', '[::1]:4000', true],
    ['development', '0.0.0.0:4000', false],
    ['development', '127.evil.example:4000', false],
  ])('in %s on %s: %s', (mode, listen, isAllowed) => {
    expect(problemsOf({ ...plain, FACET_MODE: mode, FACET_LISTEN: listen })).toHaveLength(isAllowed ? 0 : 1)
  })
})

describe('keys in files', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'facet-config-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('are read, with or without a final line break', () => {
    const file = join(folder, 'root.key')
    const other = Buffer.alloc(32, 8)
    for (const text of [other.toString('base64'), `${other.toString('base64')}\n`]) {
      writeFileSync(file, text)
      expect(readConfig({ ...least, FACET_ROOT_KEY: undefined, FACET_ROOT_KEY_FILE: file }).rootKey).toEqual(other)
      expect(readConfig({ ...least, FACET_ROOT_KEY_PREVIOUS_FILE: file })).toMatchObject({
        rootKey: Buffer.alloc(32, 7),
        previousRootKey: other,
      })
    }
    writeFileSync(file, 'not a key')
    expect(problemsOf({ ...least, FACET_ROOT_KEY: undefined, FACET_ROOT_KEY_FILE: file })).toEqual([
      'FACET_ROOT_KEY_FILE: must be 32 random bytes in base64; make one with: openssl rand -base64 32',
    ])
  })
})
