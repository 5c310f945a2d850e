import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { version } from '#kernel/package'
import { createEmptyDatabase, programEnv, runFacet, startFacet, useDatabase } from '#test'

const isRoot = process.getuid?.() === 0

const database = useDatabase()
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-cli-'))
  env = programEnv(database.serviceUrl)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const createTenant = (name: string) =>
  runFacet(['tenants', 'create', '--name', name, '--host', `${name}.test`, '--admin-email', `ada@${name}.test`, '--json'], env)

it.each([
  ['cannot be created', '/proc/nope', /it does not exist and cannot be created/],
  ['is a file', '/dev/null', /is not a folder/],
])('doctor and serve report the setting, the reason and the remedy when the data folder %s', async (_, path, reason) => {
  const settings = { ...env, FACET_DATA_FOLDER: path }

  const doctor = await runFacet(['doctor'], settings)
  const serve = await runFacet(['serve'], settings)

  expect([doctor.code, serve.code]).toEqual([1, 1])
  const line = doctor.stdout.split('\n').find((each) => each.startsWith('FAIL  data folder: FACET_DATA_FOLDER: ')) ?? ''
  expect(line).toMatch(reason)
  expect(line).toMatch(/install -d|set FACET_DATA_FOLDER to a folder/)
  expect(serve.stderr).toMatch(/FACET_DATA_FOLDER: /)
  expect(serve.stderr).toMatch(reason)
  expect(serve.stderr).not.toContain('    at ')
})

it('facet admin recover creates the user only with --create', async () => {
  await createTenant('recovered')
  const recover = (...more: string[]) =>
    runFacet(['admin', 'recover', '--tenant', 'recovered', '--email', 'adda@recovered.test', ...more], env)
  const people = () => database.query("select name from principals where name = 'adda@recovered.test'")

  const refused = await recover()

  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('Nobody in tenant "recovered" has the email address "adda@recovered.test"')
  expect(refused.stderr).toContain('--create')
  expect(await people()).toEqual([])

  const made = await recover('--create')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/adda@recovered\.test .*new.*\n.*sk-/) as string })
  expect(await people()).toHaveLength(1)
})

describe('settings', () => {
  it('requires only a database for migrate and tenants list', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const only = { FACET_DATABASE_URL: empty.serviceUrl, FACET_MIGRATE_DATABASE_URL: empty.url }

    const migrated = await runFacet(['migrate'], only)
    const listed = await runFacet(['tenants', 'list'], only)
    await empty.drop()

    // A slow step prints its progress.
    expect([migrated.code, migrated.stderr.replaceAll(/^.*\(\d+ s so far\)\n/gm, '')]).toEqual([0, ''])
    expect(migrated.stdout).toMatch(/^applied 0001 tenancy in \d+ ms\n(.*\n)*the database went from schema 0 to \d+\n$/)
    expect([listed.code, listed.stderr, listed.stdout]).toEqual([0, '', ''])
  })

  it('requires no certificate for tenants create', async () => {
    const { stderr } = await runFacet(['tenants', 'create', '--name', 'a', '--host', 'a.test', '--admin-email', 'ada@a.test'], {})

    expect(stderr).toMatch(/FACET_DATABASE_URL: [^]*FACET_OBJECT_STORE: [^]*FACET_ROOT_KEY: /)
    expect(stderr).not.toContain('FACET_TLS')
  })
})

it('reports an unresolvable database host with its setting and without the password', async () => {
  const { code, stderr } = await runFacet(['migrate'], { FACET_DATABASE_URL: 'postgres://facet:hunter2@db.invalid/facet' })

  expect(code).toBe(1)
  expect(stderr).toMatch(/^facet: FACET_DATABASE_URL: .*"db\.invalid".*does not resolve/m)
  expect(stderr).not.toMatch(/hunter2|getaddrinfo|\n {4}at /)
})

it('never prints a key that was set in place of its file path', async () => {
  const key = 'W6edhMRRq0pZ2kVtq9X3b7cJ4nT8yL5sH1uG6fDIJU0='
  const pem = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49\n-----END PRIVATE KEY-----'

  const ran = [
    await runFacet(['tenants', 'list'], { ...env, FACET_ROOT_KEY_FILE: key }),
    await runFacet(['encryption-key', 'rotate'], { ...env, FACET_ROOT_KEY_FILE: key }),
    await runFacet(['doctor'], { ...env, FACET_TLS_CERT_FILE: '/nowhere', FACET_TLS_KEY_FILE: pem }),
    await runFacet(['serve'], { ...env, FACET_TLS_CERT_FILE: '/nowhere', FACET_TLS_KEY_FILE: pem }),
  ]

  expect(ran.map(({ code }) => code)).toEqual([0, 3, 1, 3])
  expect(ran[1]?.stderr).toContain('FACET_ROOT_KEY_FILE: holds the content itself; it must name a file')
  expect(ran[2]?.stdout).toContain('FACET_TLS_KEY_FILE: holds the content itself; it must name a file')
  expect(ran.map(({ stdout, stderr }) => stdout + stderr).join('')).not.toMatch(/W6edhMRR|MIGHAgEA|BEGIN PRIVATE/)
})

it.each([
  [
    'sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    /which sslrootcert in it names, cannot be read: it does not exist\. Correct the path/,
  ],
  ['sslmode=verify-full', /does not support TLS, which the address requires\. Turn TLS on/],
])('every command fails with the reason when the database does not offer TLS: ?%s', async (parameters, reason) => {
  const settings = { ...env, FACET_DATABASE_URL: `${env['FACET_DATABASE_URL']}?${parameters}` }

  const ran = await Promise.all([
    runFacet(['doctor'], settings),
    runFacet(['tenants', 'list'], settings),
    runFacet(['migrate'], settings),
    runFacet(['embed', 'freeze', '--all'], settings),
  ])

  for (const { code, stdout, stderr } of ran) {
    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/FACET_DATABASE_URL: /)
    expect(stdout + stderr).toMatch(reason)
    expect(stdout + stderr).not.toMatch(/ENOENT|because:/)
  }
})

describe('permissions', () => {
  it('are reported as by doctor when the role is not a member of the service role', async () => {
    await database.query('create role facet_nobody login')
    const { code, stderr } = await runFacet(['tenants', 'list'], {
      FACET_DATABASE_URL: database.serviceUrl.replace('facet@', 'facet_nobody@'),
    })
    await database.query('drop role facet_nobody')

    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      'facet: The role of FACET_DATABASE_URL is not a member of facet_service. Run facet migrate, which grants it.',
    ])
  })

  it.runIf(isRoot)('produce a warning to root when the object store belongs to another user', async () => {
    const objects = join(folder, 'of-another')
    mkdirSync(objects, { mode: 0o700 })
    chownSync(objects, 1234, 1234)

    const settings = { ...env, FACET_OBJECT_STORE: pathToFileURL(objects).href }
    const { stderr } = await runFacet(['domains', 'release', '--domain', 'nobodys.test'], settings)

    expect(stderr).toMatch(
      /^FACET_OBJECT_STORE: the folder .*of-another belongs to the user with id 1234, who cannot read what root writes/,
    )
  })
})

it('doctor and serve name the command to run when the database is not migrated', async () => {
  const empty = await createEmptyDatabase(inject('postgresUrl'))
  const doctor = await runFacet(['doctor'], programEnv(empty.serviceUrl))
  const serve = await runFacet(['serve'], programEnv(empty.serviceUrl))
  await empty.drop()

  expect(doctor.stdout).toMatch(/^FAIL {2}schema: .*not migrated yet.* facet migrate/m)
  expect(doctor.stdout).not.toContain('relation')
  expect(serve.code).toBe(1)
  expect(serve.stdout + serve.stderr).toMatch(/not migrated yet.* facet migrate/)
  expect(serve.stdout + serve.stderr).not.toMatch(/relation|stack| {4}at /)
  expect(doctor.stdout).toMatch(/^skip {2}encryption keys: not checked; see schema$/m)
})

describe('the command line', () => {
  it('prints its version', async () => {
    expect(await runFacet(['--version'], {})).toEqual({ code: 0, stdout: `facet ${version}\n`, stderr: '' })
  })

  it('rejects an unknown command and suggests the nearest one', async () => {
    const [bogus, near, half] = await Promise.all([runFacet(['bogus'], {}), runFacet(['tenant', 'lst'], {}), runFacet(['tenants'], {})])

    expect([bogus.code, bogus.stdout, bogus.stderr]).toEqual([2, '', expect.stringContaining('"bogus" is not a command') as string])
    expect([near.code, near.stderr]).toEqual([2, expect.stringContaining('facet tenants list') as string])
    expect([half.code, half.stderr]).toEqual([2, expect.stringMatching(/tenants create[^]*tenants list/) as string])
  })

  it('prints the same help with --help and with help', async () => {
    const [flag, word, group] = await Promise.all([
      runFacet(['tenants', 'create', '--help'], {}),
      runFacet(['help', 'tenants', 'create'], {}),
      runFacet(['embed', '--help'], {}),
    ])

    expect([flag.code, flag.stdout]).toEqual([0, word.stdout])
    expect(flag.stdout).toMatch(/facet tenants create --name NAME[^]*--admin-email[^]*FACET_DATABASE_URL/)
    expect(group.stdout).toMatch(/embed freeze[^]*embed rotate-key/)
  })

  it('rejects an unknown option and suggests the nearest one', async () => {
    const { code, stderr } = await runFacet(['tenants', 'list', '--nmae', 'x'], {})
    const near = await runFacet(['serve', '--rols', 'api'], {})

    expect([code, stderr]).toEqual([2, expect.stringContaining('--nmae') as string])
    expect(near.stderr).toContain('--roles')
  })
})

describe('progress', () => {
  it('is printed on standard error, and with --json only the result on standard output', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const settings = { FACET_DATABASE_URL: empty.serviceUrl, FACET_MIGRATE_DATABASE_URL: empty.url }
    // The lock that a running migration holds.
    await empty.query('select pg_advisory_lock(4703117)')

    const waiting = startFacet(['migrate', '--json'], settings)
    await waiting.printed(/waiting for another facet migrate to end \(\d+ s so far\)/)
    await empty.query('select pg_advisory_unlock(4703117)')
    const { code, stdout } = await waiting.ended
    const [again, lines] = [await runFacet(['migrate', '--json'], settings), await runFacet(['migrate'], settings)]
    await empty.drop()

    const { from, to } = JSON.parse(stdout) as { from: number; to: number }
    expect([code, from, to > 0]).toEqual([0, 0, true])
    expect([again.stdout, lines.stdout]).toEqual([`{"from":${to},"to":${to}}\n`, `the database is at schema ${to} already\n`])
  })

  it('counts the processes that a rotation waits for', async () => {
    await runFacet(['encryption-key', 'rotate'], env)
    await database.query("insert into nodes (id, roles, version, seen_at) values ('slow', '{api}', '0', now() + interval '1 hour')")

    const waiting = startFacet(['encryption-key', 'rotate', '--json'], env)
    await waiting.printed(/waiting for 1 process to load encryption key \d+ \(\d+ s so far\)/)
    await database.query("delete from nodes where id = 'slow'")

    const { code, stdout } = await waiting.ended
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { encryptionKeyId: expect.any(Number) as number, movedUnderRootKey: 0, rewrapped: expect.any(Number) as number },
    ])
  })
})

describe('--json', () => {
  it('prints nothing but JSON for every command that changes or lists something', async () => {
    const answer = async (...args: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await runFacet([...args, '--json'], env)
      return [
        code,
        stderr,
        ...stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as unknown),
      ]
    }
    await createTenant('scripted')
    const [row] = await database.query<{ id: number }>("select id from tenants where name = 'scripted'")
    const tenantId = Number(row?.id)

    const tenants = await answer('tenants', 'list')
    expect(tenants).toEqual(expect.arrayContaining([0, '', { tenantId, name: 'scripted', hosts: ['scripted.test'] }]))
    expect(await answer('embed', 'freeze', '--tenant', 'scripted')).toEqual([0, '', { tenant: 'scripted', isFrozen: true, changed: 1 }])
    expect(await answer('embed', 'thaw', '--tenant', 'scripted')).toEqual([0, '', { tenant: 'scripted', isFrozen: false, changed: 1 }])
    expect(await answer('embed', 'revoke-all', '--tenant', 'scripted')).toEqual([0, '', { tenant: 'scripted' }])
    expect(await answer('embed', 'rotate-key', '--tenant', 'scripted')).toEqual([0, '', { tenant: 'scripted', rotated: 1 }])
    expect(await answer('admin', 'recover', '--tenant', 'scripted', '--email', 'ada@scripted.test')).toEqual([
      0,
      '',
      { tenantId, adminKey: expect.stringMatching(/^sk-/) as string, isNew: false },
    ])
    const [deployment] = await database.query<{ id: number }>(
      `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version, custom_domain)
       values (${tenantId}, 'a', 'a', 'ready', 'aws', 'local', 'local', true, '1', 'data.scripted.test') returning id`,
    )
    expect(await answer('domains', 'release', '--domain', 'data.scripted.test')).toEqual([
      0,
      '',
      { domain: 'data.scripted.test', tenantId, deploymentId: Number(deployment?.id) },
    ])
    const { code, stdout } = await runFacet(['restored', '--json'], env)
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ restoreEpoch: expect.any(Number) as number, lost: [] })])
  })
})
