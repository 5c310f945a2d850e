import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, createEmptyDatabase, makeCertificates, openRing, programEnv, rootKey, type TestDatabase } from '#test'
import { doctor } from './doctor.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())

const examine = async (env: Record<string, string>): Promise<{ isHealthy: boolean; lines: string[] }> => {
  const lines: string[] = []
  const isHealthy = await doctor(env, false, (line) => void lines.push(line))
  return { isHealthy, lines }
}

describe('facet doctor', () => {
  it('finds a healthy installation healthy, line by line', async () => {
    const { isHealthy, lines } = await examine(programEnv(database.serviceUrl))

    expect(isHealthy).toBe(true)
    expect(lines).toEqual([
      'ok    configuration: development, listening on 127.0.0.1:0',
      expect.stringMatching(/^ok {4}database: PostgreSQL \d+\.\d+, row security holds$/) as string,
      expect.stringMatching(/^ok {4}schema: schema \d+, the newest$/) as string,
      'ok    encryption keys: none yet; the first use makes one',
      expect.stringMatching(/^ok {4}object store: the folder .+\/objects takes objects$/) as string,
      'ok    ledger: at entry 0, with nothing newer in the object store',
      expect.stringMatching(/^ok {4}data folder: the user ".+" can write to \/.+$/) as string,
      'ok    limits on children: prlimit: memory, processor time and files',
      expect.stringMatching(/^ok {4}git: git \d+\.\d+/),
    ])
  })

  it('answers a script in JSON', async () => {
    const lines: string[] = []
    const isHealthy = await doctor(programEnv(database.serviceUrl), true, (line) => void lines.push(line))

    const report = JSON.parse(lines.join('')) as { isHealthy: boolean; findings: { name: string; isOk: boolean }[] }
    expect([isHealthy, report.isHealthy, lines.length]).toEqual([true, true, 1])
    expect(report.findings.map(({ name, isOk }) => `${name} ${isOk}`)).toEqual([
      'configuration true',
      'database true',
      'schema true',
      'encryption keys true',
      'object store true',
      'ledger true',
      'data folder true',
      'limits on children true',
      'git true',
    ])
  })

  it('fails a role that passes row security, and says how to make a plain one', async () => {
    const { isHealthy, lines } = await examine(programEnv(database.adminUrl))

    expect(isHealthy).toBe(false)
    expect(lines).toContain(
      'FAIL  database: FACET_DATABASE_URL uses a role that passes row security. Make a plain role: create role facet login password …; then run facet migrate.',
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

  it('fails a database that was not migrated, and says what to run', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))

    const { isHealthy, lines } = await examine(programEnv(empty.serviceUrl))
    await empty.drop()

    expect(isHealthy).toBe(false)
    expect(lines.find((line) => line.includes('schema:'))).toMatch(
      /^FAIL {2}schema: The database is at schema 0; this build needs \d+\. Run facet migrate\.$/,
    )
  })

  it('fails a database that is not there', async () => {
    const { isHealthy, lines } = await examine(programEnv('postgres://facet@127.0.0.1:1/facet'))

    expect(isHealthy).toBe(false)
    expect(lines[1]).toMatch(/^FAIL {2}database: .+/)
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
      expect.stringMatching(/^FAIL {2}object store: \/dev\/null\/objects: ENOTDIR/),
    ])
    expect([bucket.isHealthy, bucket.lines[4]]).toEqual([
      false,
      expect.stringMatching(/^FAIL {2}object store: s3:\/\/facet at http:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/),
    ])
    expect(bucket.lines.join()).not.toContain('a secret')
  })

  it('tells how long the certificate is good for, and fails one that cannot be read', async () => {
    const certificates = await makeCertificates('doctor')
    const tls = { FACET_TLS_CERT_FILE: certificates.certFile, FACET_TLS_KEY_FILE: certificates.keyFile }

    expect((await examine(programEnv(database.serviceUrl, tls))).lines.at(-1)).toMatch(/^ok {4}certificate: valid for (29|30) days$/)
    const swapped = await examine(programEnv(database.serviceUrl, { ...tls, FACET_TLS_CERT_FILE: certificates.keyFile }))
    certificates.remove()
    expect([swapped.isHealthy, swapped.lines.at(-1)?.slice(0, 17)]).toEqual([false, 'FAIL  certificate'])
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
