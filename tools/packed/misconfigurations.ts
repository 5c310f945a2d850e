/** A healthy installation and what its settings can name by mistake. */
export type Fixture = {
  /** The settings of a healthy installation, as the service's user would have them. */
  healthy: Record<string, string>
  superuserUrl: string
  /** A database on the same server without migrations. */
  emptyDatabaseUrl: string
  /** The port of an HTTP server that is not ours. */
  strangerPort: number
  /** The port of a PostgreSQL that offers TLS with an unknown certificate. */
  tlsOnlyPort: number
  /** The root key and the private key of the certificate, as text that is pasted by mistake. */
  rootKey: string
  keyText: string
  /** No message may contain these: each secret in every encoding it has here. */
  secrets: string[]
  s3: { endpoint: string; accessKeyId: string; secretAccessKey: string }
  /** A file of plain text. */
  plainFile: string
  /** A file that the user cannot read, and a folder that they cannot write to. */
  closedFile: string
  closedFolder: string
  /** The key of another certificate. */
  otherKeyFile: string
  /** A folder with the objects of another installation. */
  otherStore: string
}

export type Misconfiguration = {
  what: string
  change: (ground: Fixture) => Record<string, string | undefined>
  /** The message must contain this variable and match this instruction. */
  variable: string
  cure: RegExp
  /** Root may read and write everything, so root has to run this case as another user. */
  needsUnprivilegedUser?: boolean
}

type UrlChange = Partial<Record<'search' | 'hostname' | 'port' | 'password' | 'username' | 'pathname', string>>

const database = (what: string, change: UrlChange | ((ground: Fixture) => UrlChange), cure: RegExp): Misconfiguration => ({
  what: `FACET_DATABASE_URL ${what}`,
  change: (ground) => {
    const url = new URL(ground.healthy['FACET_DATABASE_URL'] ?? '')
    return { FACET_DATABASE_URL: Object.assign(url, typeof change === 'function' ? change(ground) : change).href }
  },
  variable: 'FACET_DATABASE_URL',
  cure,
})

const simple = (
  variable: string,
  what: string,
  value: string | undefined | ((ground: Fixture) => string),
  cure: RegExp,
): Misconfiguration => ({
  what: `${variable} ${what}`,
  change: (ground) => ({ [variable]: typeof value === 'function' ? value(ground) : value }),
  variable,
  cure,
})

const unprivileged = (problem: Misconfiguration): Misconfiguration => ({ ...problem, needsUnprivilegedUser: true })

const bucket = (what: string, variable: string, more: (ground: Fixture) => Record<string, string>, cure: RegExp): Misconfiguration => ({
  what: `${variable} ${what}`,
  change: (ground) => ({
    FACET_OBJECT_STORE: 's3://facet',
    FACET_S3_ENDPOINT: ground.s3.endpoint,
    FACET_S3_ACCESS_KEY_ID: ground.s3.accessKeyId,
    FACET_S3_SECRET_ACCESS_KEY: ground.s3.secretAccessKey,
    ...more(ground),
  }),
  variable,
  cure,
})

const makeFolder = /install -d -m 700 -o \S+/
const correctPath = /Correct the path/
const correctAddress = /correct scheme, host and port/
const verified = '?sslmode=verify-full'
const taken = ({ strangerPort }: Fixture): string => `127.0.0.1:${strangerPort}`

export const misconfigurations: Misconfiguration[] = [
  simple('FACET_MODE', 'of the wrong kind', 'testing', /neither production nor development/),

  simple('FACET_DATABASE_URL', 'missing', undefined, /set it to the PostgreSQL address/),
  simple('FACET_DATABASE_URL', 'of the wrong kind', 'mysql://facet@db/facet', /such as postgres:/),
  simple('FACET_DATABASE_URL', 'with a bare % in the password', 'postgres://facet:50%!@db/facet', /as %25/),
  simple('FACET_DATABASE_URL', 'with a bare # in the password', 'postgres://facet:4711#geheim@db/facet', /# as %23/),
  simple('FACET_DATABASE_URL', 'with a bare / in the password', 'postgres://facet:47/11@db/facet', /\/ as %2F/),
  simple('FACET_DATABASE_URL', 'with an escape that is none', 'postgres://facet:%ff@db/facet', /not UTF-8/),
  database(
    'with a certificate that does not exist',
    { search: `${verified}&sslrootcert=/nowhere/ca.pem` },
    /sslrootcert.*Correct the path/,
  ),
  database('over TLS that the server does not speak', { search: verified }, /ssl = on/),
  database('over TLS with an unknown certificate', ({ tlsOnlyPort }) => ({ port: `${tlsOnlyPort}`, search: verified }), /sslrootcert=/),
  database('with a host that does not resolve', { hostname: 'db.invalid' }, /Correct the host/),
  database('with a port at which nobody listens', { port: '1' }, /Start it, or correct host and port/),
  database('that is something else', ({ strangerPort }) => ({ port: `${strangerPort}` }), /Is it PostgreSQL.*Correct host and port/),
  database('with another password', { password: 'another' }, /Correct the password/),
  database('with a role that does not exist', { username: 'nobody_here' }, /Correct the (role|password)/),
  database('with a database that does not exist', { pathname: '/nowhere' }, /create database/),
  simple('FACET_DATABASE_URL', 'of a role that bypasses row security', ({ superuserUrl }) => superuserUrl, /create role facet login/),
  {
    what: 'a database that was not migrated',
    change: ({ emptyDatabaseUrl }) => ({ FACET_DATABASE_URL: emptyDatabaseUrl }),
    variable: 'The database',
    cure: /not migrated yet\. Run facet migrate/,
  },

  { ...simple('FACET_ROOT_KEY_FILE', 'missing', undefined, /openssl rand -base64 32/), variable: 'FACET_ROOT_KEY' },
  simple('FACET_ROOT_KEY_FILE', 'that does not exist', '/nowhere/root.key', correctPath),
  unprivileged(simple('FACET_ROOT_KEY_FILE', 'without rights', ({ closedFile }) => closedFile, /let the user who runs facet read it/)),
  simple('FACET_ROOT_KEY_FILE', 'that is a folder', '/tmp', correctPath),
  simple('FACET_ROOT_KEY_FILE', 'that is the key itself', ({ rootKey }) => rootKey, /must name a file/),
  simple('FACET_ROOT_KEY_FILE', 'that is no key', ({ plainFile }) => plainFile, /openssl rand -base64 32/),
  {
    what: 'FACET_ROOT_KEY of another installation',
    change: () => ({ FACET_ROOT_KEY_FILE: undefined, FACET_ROOT_KEY: Buffer.alloc(32, 6).toString('base64') }),
    variable: 'FACET_ROOT_KEY',
    cure: /Set one of them to the root key that this database was used with/,
  },

  simple('FACET_OBJECT_STORE', 'missing', undefined, /set it to a bucket such as/),
  simple('FACET_OBJECT_STORE', 'of the wrong kind', '/var/lib/facet', /such as file:\/\/\//),
  unprivileged(simple('FACET_OBJECT_STORE', 'without rights', ({ closedFolder }) => `file://${closedFolder}/objects`, makeFolder)),
  simple('FACET_OBJECT_STORE', 'that cannot be made', 'file:///proc/nope/objects', makeFolder),
  simple('FACET_OBJECT_STORE', 'of another installation', ({ otherStore }) => `file://${otherStore}`, /Set FACET_OBJECT_STORE to/),
  bucket('that does not exist', 'FACET_OBJECT_STORE', () => ({ FACET_OBJECT_STORE: 's3://nowhere' }), /Make the bucket/),
  bucket('that is not S3', 'FACET_S3_ENDPOINT', (ground) => ({ FACET_S3_ENDPOINT: `http://${taken(ground)}` }), correctAddress),
  bucket('that does not resolve', 'FACET_S3_ENDPOINT', () => ({ FACET_S3_ENDPOINT: 'http://s3.invalid:9000' }), correctAddress),
  bucket('of somebody else', 'FACET_S3_ACCESS_KEY_ID', () => ({ FACET_S3_ACCESS_KEY_ID: 'stranger' }), /Correct it together/),
  bucket('that is another', 'FACET_S3_SECRET_ACCESS_KEY', () => ({ FACET_S3_SECRET_ACCESS_KEY: 'another' }), /Correct the secret/),
  simple('FACET_DATA_FOLDER', 'of the wrong kind', 'data', /such as \/var\/lib\/facet/),
  simple('FACET_DATA_FOLDER', 'that cannot be made', '/proc/nope', makeFolder),
  unprivileged(simple('FACET_DATA_FOLDER', 'without rights', ({ closedFolder }) => `${closedFolder}/data`, makeFolder)),
  simple('FACET_DATA_FOLDER', 'that is a file', ({ plainFile }) => plainFile, makeFolder),

  simple('FACET_TLS_CERT_FILE', 'missing', undefined, /set both, or neither/),
  simple('FACET_TLS_CERT_FILE', 'that does not exist', '/nowhere/tls.pem', correctPath),
  simple('FACET_TLS_CERT_FILE', 'that is no certificate', ({ plainFile }) => plainFile, /BEGIN CERTIFICATE/),
  unprivileged(simple('FACET_TLS_KEY_FILE', 'without rights', ({ closedFile }) => closedFile, /Let it be read by that user/)),
  simple('FACET_TLS_KEY_FILE', 'that is the key itself', ({ keyText }) => keyText, /must name a file/),
  simple('FACET_TLS_KEY_FILE', 'of another certificate', ({ otherKeyFile }) => otherKeyFile, /the key that the certificate was made with/),
  {
    what: 'neither a certificate nor a proxy',
    change: () => ({ FACET_TLS_CERT_FILE: undefined, FACET_TLS_KEY_FILE: undefined }),
    variable: 'FACET_TLS_CERT_FILE',
    cure: /Give a certificate and its key, or name the proxies/,
  },
  simple('FACET_TRUSTED_PROXIES', 'of the wrong kind', 'proxy.internal', /such as 10\.0\.0\.0\/8/),

  simple('FACET_LISTEN', 'of the wrong kind', 'here', /such as 0\.0\.0\.0:4000/),
  simple('FACET_LISTEN', 'that is taken', taken, /Stop it .* or set FACET_LISTEN to another port/),
  simple('FACET_LISTEN', 'of another machine', '192.0.2.1:4000', /Use one that "ip address" shows/),
  simple('FACET_ADMIN_LISTEN', 'that is taken', taken, /set FACET_ADMIN_LISTEN to another port/),
  simple('FACET_ADMIN_TOKEN', 'that is too short', 'short', /at least 16 characters/),

  simple('FACET_CHILD_CGROUP', 'that is no control group', '/tmp', /Name a folder of control groups/),
  simple('FACET_REMOTE_CA_FILE', 'that is no certificate', ({ plainFile }) => plainFile, /Name one in PEM form/),
  unprivileged(simple('FACET_CLUSTER_CA_FILE', 'without rights', ({ closedFile }) => closedFile, /let the user who runs facet read it/)),
  simple('FACET_POOL_SIZE', 'of the wrong kind', 'many', /a whole number from 1 to 500/),
  simple('FACET_NODE_ADDRESS', 'of the wrong kind', '10.0.0.5:4000', /such as https:/),
  simple('OTEL_EXPORTER_OTLP_ENDPOINT', 'of the wrong kind', 'collector:4318', /such as http:/),
]
