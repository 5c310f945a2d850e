import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import {
  cloneDatabase,
  dataFolderOf,
  givenStandIn,
  makeCertificates,
  openRing,
  programEnv,
  rootKey,
  runModuleUnprivileged,
  startServer,
  useDatabase,
} from '#test'
import type { RoleName } from '#config'
import { readConfig } from '#process/config'
import { areas } from '#process/generated/areas'
import { doctor } from './doctor.ts'

const isRoot = process.getuid?.() === 0

const database = useDatabase()

/** Of a process that builds and queries nothing: tests have neither Temporal nor an engine. */
const roles = ['api', 'authoring', 'gateway'] as const

const examine = async (
  env: Record<string, string>,
  asRoles: readonly RoleName[] = roles,
): Promise<{ isHealthy: boolean; lines: string[] }> => {
  const lines: string[] = []
  const isHealthy = await doctor(env, asRoles, { isJson: false, say: (line) => void lines.push(line) })
  return { isHealthy, lines }
}

/** What the areas have doctor look at, in order: a new check is one more, wherever it comes. */
const checksOfAreas = (env: Record<string, string>): string[] =>
  areas.flatMap(({ checks }) => checks?.(readConfig(env), { isServing: false }) ?? []).map(({ name }) => name)

describe('facet doctor', () => {
  it('finds a healthy installation healthy, line by line', async () => {
    const env = programEnv(database.serviceUrl)
    const { isHealthy, lines } = await examine(env)

    expect(isHealthy).toBe(true)
    expect(lines).toEqual([
      'ok    configuration: development, listening on 127.0.0.1:0',
      expect.stringMatching(/^ok {4}database: PostgreSQL \d+\.\d+, row security holds$/) as string,
      expect.stringMatching(/^ok {4}schema: schema \d+, the newest$/) as string,
      'ok    encryption keys: none yet; the first use makes one',
      expect.stringMatching(/^ok {4}object store: the folder .+\/objects takes objects$/) as string,
      'ok    ledger: at entry 0, with nothing newer in the object store',
      'ok    events: none is dead',
      'ok    long work: off, since FACET_TEMPORAL_ADDRESS is not set: this process runs no builds and no syncs',
      // Tests need no dbt.
      ...checksOfAreas(env).map((name) => expect.stringMatching(`^${name === 'dbt' ? 'warn' : 'ok  '}  ${name}: .`) as string),
      expect.stringMatching(/^(ok {4}sandbox: every wall is up|warn {2}sandbox: degraded)/) as string,
      'ok    listener: 127.0.0.1:0 is free',
    ])
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ok {4}data folder: the user ".+" can write to \/.+$/) as string,
        'ok    limits on children: prlimit: memory, CPU time and files',
        expect.stringMatching(/^ok {4}git: git \d+\.\d+/),
      ]),
    )
  })

  it('says of an engine without its addon what cannot be done with it, and fails where that is not allowed', async () => {
    const folder = dataFolderOf(database.serviceUrl)
    await givenStandIn(join(folder, 'stand-in'))
    const settings = { FACET_ENGINES_FOLDER: join(folder, 'stand-in') }
    const enginesLine = async (more: Record<string, string>) =>
      (await examine(programEnv(database.serviceUrl, { ...settings, ...more }), ['engine'])).lines.find((line) => line.includes('engines:'))

    for (const FACET_MODE of ['production', 'development'])
      expect(await enginesLine({ FACET_MODE, FACET_TRUSTED_PROXIES: '127.0.0.1' })).toMatch(
        /^warn {2}engines: engine 1\.7\.43 runs on the stand-in for its native addon: no SQL API, no Jinja, no Python in models\. It has no native addon;/,
      )
    const addon = join(folder, 'stand-in/1.7.43/node_modules/@cubejs-backend/native/index.node')
    mkdirSync(dirname(addon), { recursive: true })
    writeFileSync(addon, 'of another platform')
    expect(await enginesLine({})).toMatch(/^warn {2}engines: .+ The native addon of 1\.7\.43 cannot be loaded on this machine;/)
    expect(await enginesLine({ FACET_ENGINE_STAND_IN: 'refuse' })).toMatch(
      /^FAIL {2}engines: FACET_ENGINE_STAND_IN: it is set to refuse, and engine 1\.7\.43 has no native addon that can be loaded/,
    )
  })

  it('fails what keeps builds from running, where the process has the role for them', async () => {
    const { isHealthy, lines } = await examine(programEnv(database.serviceUrl), ['worker'])

    expect(isHealthy).toBe(false)
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      expect.stringMatching(/^FAIL {2}long work: FACET_TEMPORAL_ADDRESS is not set: no data model is built/) as string,
      expect.stringMatching(/^FAIL {2}engines: 1\.7\.43 is not in .+ Run: facet engines install 1\.7\.43$/) as string,
    ])
    expect(lines).toContain('ok    worker library: @temporalio/worker is installed')
  })

  it('names the cell of the database, and no store, when FACET_CELL is that of another', async () => {
    const { lines } = await examine(programEnv(database.serviceUrl, { FACET_CELL: '5' }))

    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      'FAIL  ledger: FACET_CELL is 5, but the ids of this database are of cell 0. Set it to 0.',
    ])
  })

  it('answers a script in JSON', async () => {
    const lines: string[] = []
    const env = programEnv(database.serviceUrl)
    const isHealthy = await doctor(env, roles, { isJson: true, say: (line) => void lines.push(line) })

    const report = JSON.parse(lines.join('')) as { isHealthy: boolean; findings: { name: string; isOk: boolean }[] }
    expect([isHealthy, report.isHealthy, lines.length]).toEqual([true, true, 1])
    expect(report.findings.map(({ name, isOk }) => `${name} ${isOk}`)).toEqual([
      'configuration true',
      'database true',
      'schema true',
      'encryption keys true',
      'object store true',
      'ledger true',
      'events true',
      'long work true',
      ...checksOfAreas(env).map((name) => `${name} true`),
      'sandbox true',
      'listener true',
    ])
  })

  it('fails a role that bypasses row security, and says how to make a plain one', async () => {
    const { isHealthy, lines } = await examine(programEnv(database.adminUrl))

    expect(isHealthy).toBe(false)
    expect(lines).toContain(
      'FAIL  database: FACET_DATABASE_URL uses a role that bypasses row security. Make a plain role: create role facet login password …; then run facet migrate.',
    )
  })

  it('fails a role that is no member of the service role', async () => {
    await database.query('create role facet_stranger login')
    try {
      const { isHealthy, lines } = await examine(programEnv(database.serviceUrl.replace('facet@', 'facet_stranger@')))

      expect(isHealthy).toBe(false)
      expect(lines.filter((line) => line.startsWith('FAIL'))).toContain(
        'FAIL  database: The role of FACET_DATABASE_URL is not a member of facet_service. Run facet migrate, which grants it.',
      )
    } finally {
      await database.query('drop role facet_stranger')
    }
  })

  it('finds a role well that has the rights of the service by another role', async () => {
    await database.query('create role facet_between; grant facet_service to facet_between; create role facet_indirect login')
    await database.query('grant facet_between to facet_indirect')
    try {
      const { isHealthy } = await examine(programEnv(database.serviceUrl.replace('facet@', 'facet_indirect@')))

      expect(isHealthy).toBe(true)
    } finally {
      await database.query('drop role facet_indirect; drop role facet_between')
    }
  })

  it('tells the owner of the tables from the service role', async () => {
    await database.query('create role facet_owning login; alter table schema_migrations owner to facet_owning')
    try {
      const { lines } = await examine(programEnv(database.serviceUrl.replace('facet@', 'facet_owning@')))

      expect(lines.join('\n')).toContain('FAIL  database: FACET_DATABASE_URL names the owner of the tables. Name the service role there')
    } finally {
      await database.query('reassign owned by facet_owning to current_user; drop role facet_owning')
    }
  })

  it('says that a database takes no writes', async () => {
    const closed = await cloneDatabase(inject('postgresUrl'))
    onTestFinished(() => closed.drop())
    const name = new URL(closed.serviceUrl).pathname.slice(1)
    await database.query(`alter database ${name} set default_transaction_read_only = on`)

    const { lines } = await examine(programEnv(closed.serviceUrl))

    expect(lines.join('\n')).toContain('FAIL  database: FACET_DATABASE_URL: this database does not accept writes')
  })

  it('makes no folder that stays, since the service may run as another user', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'facet-doctor-'))
    const places = { FACET_DATA_FOLDER: join(folder, 'a/data'), FACET_OBJECT_STORE: `file://${folder}/b/objects` }

    const { isHealthy } = await examine(programEnv(database.serviceUrl, places))

    expect([isHealthy, readdirSync(folder)]).toEqual([true, []])
    rmSync(folder, { recursive: true })
  })

  it('fails a database that is not there', async () => {
    const { isHealthy, lines } = await examine(programEnv('postgres://facet@127.0.0.1:1/facet'))

    expect(isHealthy).toBe(false)
    expect(lines[1]).toBe(
      'FAIL  database: FACET_DATABASE_URL: PostgreSQL does not answer at 127.0.0.1:1: nothing is listening there. Start it, or correct host and port in it.',
    )
    expect(lines[2]).toBe('skip  schema: not checked; see database')
  })

  it('fails a root key that opens none of the encryption keys, and names the variables', async () => {
    const ring = openRing(database, { current: rootKey(7), previous: null })
    await ring.ring.check()
    await ring.close()

    expect((await examine(programEnv(database.serviceUrl))).lines[3]).toMatch(
      /^ok {4}encryption keys: all open with the root key, newest \d+$/,
    )
    const { isHealthy, lines } = await examine(programEnv(database.serviceUrl, { FACET_ROOT_KEY: rootKey(8).toString('base64') }))
    expect(isHealthy).toBe(false)
    expect(lines[3]).toMatch(/^FAIL {2}encryption keys: .*neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS/)
  })

  it('fails an object store that does not take a probe, and says where and why', async () => {
    const folder = await examine(programEnv(database.serviceUrl, { FACET_OBJECT_STORE: 'file:///dev/null/objects' }))
    const s3 = {
      FACET_OBJECT_STORE: 's3://facet',
      FACET_S3_ENDPOINT: 'http://127.0.0.1:1',
      FACET_S3_ACCESS_KEY_ID: 'facet',
      FACET_S3_SECRET_ACCESS_KEY: 'a secret',
    }
    const bucket = await examine(programEnv(database.serviceUrl, s3))

    expect([folder.isHealthy, folder.lines[4]]).toEqual([
      false,
      expect.stringMatching(
        /^FAIL {2}object store: FACET_OBJECT_STORE: the folder \/dev\/null\/objects cannot be used: a part of this path is not a folder\. Make it/,
      ),
    ])
    expect([bucket.isHealthy, bucket.lines[4]]).toEqual([
      false,
      expect.stringMatching(
        /^FAIL {2}object store: FACET_S3_ENDPOINT: the object store at http:\/\/127\.0\.0\.1:1 cannot be used: nothing is listening there\. Start/,
      ),
    ])
    expect(bucket.lines.join()).not.toContain('a secret')
  })

  it('tells how long the certificate is good for, and fails one that cannot be read', async () => {
    const [certificates, other] = [await makeCertificates('doctor'), await makeCertificates('other')]
    const tls = { FACET_TLS_CERT_FILE: certificates.certFile, FACET_TLS_KEY_FILE: certificates.keyFile }

    const lineOf = async (changed: Record<string, string> = {}) =>
      (await examine(programEnv(database.serviceUrl, { ...tls, ...changed }))).lines.find((line) => line.includes('certificate: '))

    expect(await lineOf()).toMatch(/^ok {4}certificate: valid for (29|30) days$/)
    expect(await lineOf({ FACET_TLS_CERT_FILE: certificates.keyFile })).toMatch(
      /^FAIL {2}certificate: FACET_TLS_CERT_FILE: the file .+ holds no certificate in PEM form\. Name the file/,
    )
    expect(await lineOf({ FACET_TLS_KEY_FILE: certificates.certFile })).toMatch(
      /^FAIL {2}certificate: FACET_TLS_KEY_FILE: what is in .+ is not a private key in PEM form without a passphrase\./,
    )
    expect(await lineOf({ FACET_TLS_KEY_FILE: other.keyFile })).toMatch(
      /^FAIL {2}certificate: FACET_TLS_KEY_FILE: what is in .+ is not the key of the certificate in FACET_TLS_CERT_FILE\./,
    )
    expect(await lineOf({ FACET_TLS_KEY_FILE: '/nowhere/tls.key' })).toMatch(
      /^FAIL {2}certificate: FACET_TLS_KEY_FILE: the file \/nowhere\/tls\.key cannot be read: it does not exist\./,
    )
    certificates.remove()
    other.remove()
  })

  it('fails a certificate outside its days, and one that is not in PEM form, and does not blame the key', async () => {
    const certificates = await makeCertificates('dated')
    const lineOf = async (certFile: string) => {
      const tls = { FACET_TLS_CERT_FILE: certFile, FACET_TLS_KEY_FILE: certificates.keyFile }
      return (await examine(programEnv(database.serviceUrl, tls))).lines.find((line) => line.includes('certificate: '))
    }
    const binary = `${certificates.certFile}.der`
    writeFileSync(binary, new X509Certificate(readFileSync(certificates.certFile)).raw)

    expect(await lineOf(await certificates.dated('20200101', '20200102'))).toMatch(
      /^FAIL {2}certificate: FACET_TLS_CERT_FILE: the certificate expired \d{4} days ago\. Renew it/,
    )
    expect(await lineOf(await certificates.dated('20990101', '20990102'))).toMatch(
      /^FAIL {2}certificate: FACET_TLS_CERT_FILE: the certificate is valid only from 2099-01-01T00:00:00\.000Z on\./,
    )
    expect(await lineOf(binary)).toMatch(
      /^FAIL {2}certificate: FACET_TLS_CERT_FILE: the certificate in .+ is not in PEM form\. Name the file that begins with/,
    )
    certificates.remove()
  })

  it('knows the service on its listeners from a stranger there', async () => {
    const tokened = { FACET_ADMIN_TOKEN: 'an admin token of length' }
    const running = await startServer({ ...tokened, FACET_ADMIN_LISTEN: '127.0.0.1:0' }, database)
    const [own, admin] = [new URL(running.address).host, new URL(running.adminAddress ?? '').host]
    const lines = async (listen: string, adminListen: string) =>
      (await examine(programEnv(database.serviceUrl, { ...tokened, FACET_LISTEN: listen, FACET_ADMIN_LISTEN: adminListen }))).lines.slice(
        -2,
      )

    const beside = await lines(own, admin)
    const swapped = await lines(admin, own)
    await running.stop()

    expect(beside).toEqual([
      `ok    listener: facet serve is listening on ${own}`,
      `ok    admin listener: facet serve is listening on ${admin}`,
    ])
    expect(swapped).toEqual([
      expect.stringMatching(
        /^FAIL {2}listener: FACET_LISTEN: cannot listen on \S+: another process is listening there\. Stop it/,
      ) as string,
      expect.stringMatching(/^FAIL {2}admin listener: FACET_ADMIN_LISTEN: cannot listen on/) as string,
    ])
  })

  it('takes nobody on the admin port for the service who only asks for a password too', async () => {
    const answer = 'HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm="other"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
    const stranger = createServer((socket) => void socket.once('data', () => socket.end(answer)))
    await once(stranger.listen(0, '127.0.0.1'), 'listening')
    const { port } = stranger.address() as AddressInfo
    const settings = { FACET_ADMIN_TOKEN: 'an admin token of length', FACET_ADMIN_LISTEN: `127.0.0.1:${port}` }

    const { lines } = await examine(programEnv(database.serviceUrl, settings))
    stranger.close()

    expect(lines.at(-1)).toMatch(/^FAIL {2}admin listener: FACET_ADMIN_LISTEN: cannot listen on \S+: another process is listening there/)
  })

  it.runIf(isRoot)('recognizes the service, a stranger and an unused port where its user may not listen', async () => {
    // An address of the loopback network that no other test uses.
    const host = '127.93.0.1'
    const running = await startServer({ FACET_LISTEN: `${host}:844` }, database)
    const stranger = createServer((socket) => socket.end('no\n')).listen({ host, port: 845 })
    await once(stranger, 'listening')
    const checks = pathToFileURL(join(import.meta.dirname, 'checks')).href
    const { stdout } = await runModuleUnprivileged(`
      import { runChecks } from '${checks}/check.ts'
      import { listenChecks } from '${checks}/listen.ts'
      for (const port of [843, 844, 845])
        for (const finding of await runChecks(listenChecks({ listen: { host: '${host}', port }, tls: null, admin: null })))
          console.log(JSON.stringify(finding))`)
    await running.stop()
    stranger.close()

    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        name: 'listener',
        isOk: true,
        isWarning: true,
        detail: expect.stringMatching(
          /^FACET_LISTEN: the user ".+" may not listen on 127\.93\.0\.1:843; a unit with AmbientCapabilities=CAP_NET_BIND_SERVICE may\./,
        ) as string,
      },
      { name: 'listener', isOk: true, detail: 'facet serve is listening on 127.93.0.1:844' },
      { name: 'listener', isOk: false, detail: expect.stringContaining('another process is listening there') as string },
    ])
  })

  it('fails a folder of control groups that is none', async () => {
    const { isHealthy, lines } = await examine(programEnv(database.serviceUrl, { FACET_CHILD_CGROUP: '/nowhere/facet' }))

    expect(isHealthy).toBe(false)
    expect(lines).toContain(
      'FAIL  control groups: FACET_CHILD_CGROUP: the folder /nowhere/facet cannot be used: it does not exist. Name a folder of control groups, version 2, that is delegated to this user, or leave it out.',
    )
  })

  it('tells every problem of the configuration', async () => {
    const { isHealthy, lines } = await examine({ FACET_POOL_SIZE: 'many' })

    expect(isHealthy).toBe(false)
    expect(lines.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
      'FAIL  configuration: FACET_DATABASE_URL',
      'FAIL  configuration: FACET_TLS_CERT_FILE, FACET_TLS_KEY_FILE',
      'FAIL  configuration: FACET_POOL_SIZE',
      'FAIL  configuration: FACET_OBJECT_STORE',
      'FAIL  configuration: FACET_ROOT_KEY',
    ])
  })
})
