import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import {
  canMount,
  cloneDatabase,
  makeCertificates,
  openRing,
  programEnv,
  rootKey,
  runFacet,
  runFacetBehind,
  send,
  serveFacet,
  spawnServe,
  type TestDatabase,
  withMounts,
} from '#test'

let database: TestDatabase
let folder: string
let env: Record<string, string>

beforeEach(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  folder = mkdtempSync(join(tmpdir(), 'facet-serve-'))
  env = programEnv(database.serviceUrl, { FACET_DATA_FOLDER: folder, FACET_OBJECT_STORE: `file://${folder}/objects` })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

type Served = { livez: number; readyz: number; log: string }

const healthOf = async (address: string): Promise<Omit<Served, 'log'>> => ({
  livez: (await send(`${address}/livez`)).status,
  readyz: (await send(`${address}/readyz`)).status,
})

/** Starts the service, requests its health, and stops it. */
const serve = async (settings: Record<string, string>): Promise<Served> => {
  const serving = await serveFacet(settings)
  const health = await healthOf(serving.address)
  serving.stop()
  expect((await serving.ended).code, serving.log()).toBe(0)
  return { ...health, log: serving.log() }
}

/** The same for a process behind another program. */
const serveBehind = async (before: string[], settings: Record<string, string>): Promise<Served> => {
  const serving = await spawnServe(settings, before)
  const health = await healthOf(serving.address)
  serving.process.kill('SIGTERM')
  expect(await serving.ended, serving.log()).toBe(0)
  return { ...health, log: serving.log() }
}

describe('facet serve fails before it listens', () => {
  it('with every problem of its settings and exit code 3', async () => {
    const { code, stderr } = await runFacet(['serve'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(3)
    expect(stderr).toMatch(/^facet: The configuration has 5 problems:\n {2}- FACET_DATABASE_URL: /)
  })

  it('with exit code 1 when its port is taken', async () => {
    const { code, stderr } = await runFacet(['serve'], { ...env, FACET_LISTEN: `127.0.0.1:${new URL(database.serviceUrl).port}` })

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet: FACET_LISTEN: cannot listen on 127\.0\.0\.1:\d+: another process is listening there\. Stop it/)
    expect(await database.query('select id from nodes')).toEqual([])
  })

  it('with the settings to correct when the root key does not open the encryption keys of the database', async () => {
    const holder = openRing(database, { current: rootKey(7), previous: null })
    await holder.ring.check()
    await holder.close()

    const { code, stderr } = await runFacet(['serve'], { ...env, FACET_ROOT_KEY: rootKey(8).toString('base64') })

    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^facet: Encryption key \d+ was wrapped by root key \w+, which is neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS/,
    )
  })

  it('with exit code 1 when the database does not answer', async () => {
    const { code, stderr } = await runFacet(['serve'], programEnv('postgres://facet@127.0.0.1:1/facet'))

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet: FACET_DATABASE_URL: PostgreSQL does not answer at 127\.0\.0\.1:1: nothing is listening there\./)
  })
})

describe('facet serve starts with a warning', () => {
  it.each([
    ['too old', 'delete from schema_migrations where version > 1', /this build needs \d+\. Run facet migrate\./],
    [
      'served by functions older than it needs',
      'update schema_functions set revision = 0',
      /functions of the database are revision 0; this build needs \d+\. Run facet migrate\./,
    ],
    ['contracted', 'update schema_migrations set oldest_reader = 900 where version = 1', /Upgrade this process\./],
  ])('alive and not ready, when the schema is %s', async (_, change, warning) => {
    await database.query(change)

    const { livez, readyz, log } = await serve(env)

    expect([livez, readyz]).toEqual([200, 503])
    expect(log).toMatch(new RegExp(`"check":"schema","msg":"[^"]*${warning.source}`))
  })

  it('when the certificate has expired', async () => {
    const certificates = await makeCertificates('expired')
    const tls = { FACET_TLS_CERT_FILE: await certificates.dated('20200101', '20200102'), FACET_TLS_KEY_FILE: certificates.keyFile }

    const serving = await serveFacet({ ...env, ...tls })
    serving.stop()

    expect((await serving.ended).code).toBe(0)
    expect(serving.log()).toMatch(/"check":"certificate","msg":"FACET_TLS_CERT_FILE: the certificate expired \d+ days? ago/)
    certificates.remove()
  })

  it('alive and not ready, when the object store does not answer', async () => {
    const unreachable = {
      FACET_OBJECT_STORE: 's3://facet',
      FACET_S3_ENDPOINT: 'http://127.0.0.1:1',
      FACET_S3_ACCESS_KEY_ID: 'facet',
      FACET_S3_SECRET_ACCESS_KEY: 'a secret',
    }
    const { livez, readyz, log } = await serve({ ...env, ...unreachable })

    expect([livez, readyz]).toEqual([200, 503])
    expect(log).toMatch(/"check":"object store","msg":"FACET_S3_ENDPOINT: .*nothing is listening there/)
    expect(log).not.toContain('a secret')
  })
})

describe.skipIf(!canMount())('facet serve on a machine that lacks something', () => {
  const small = 'mount -t tmpfs -o size=64k tmpfs "$FACET_DATA_FOLDER"'
  const fill = (file: string): string => `head -c 1000000 /dev/zero > ${file} 2>/dev/null || true`
  const full = `${small}; mkdir -p "$FACET_DATA_FOLDER/work"; ${fill('"$FACET_DATA_FOLDER/filler"')}`
  // Runs the program, then lists the files that it left in the folder.
  const thenList = '"$0" "$@" || true; echo "left: $(ls -A "$FACET_DATA_FOLDER/work")"; exit 0'

  it('starts with a warning when the disk is full. doctor fails, and neither leaves a probe', async () => {
    const doctor = await runFacetBehind(withMounts(`${full}; ${thenList}`), ['doctor'], env)
    const { livez, log } = await serveBehind(withMounts(full), env)

    expect(doctor.stdout).toMatch(/^FAIL {2}object store: FACET_OBJECT_STORE: .* the disk is full\. Free space there/m)
    expect(doctor.stdout).toMatch(/^FAIL {2}data folder: FACET_DATA_FOLDER: .* the disk is full\. Free space there/m)
    expect(doctor.stdout).toMatch(/^left: $/m)
    expect(livez).toBe(200)
    expect(log).toMatch(/"level":"warn".*"check":"data folder","msg":"FACET_DATA_FOLDER: .*the disk is full/)
  })

  it('starts ready without git and bubblewrap, and first removes the files of killed processes', async () => {
    const places = '/usr/local/bin/git /opt/homebrew/bin/git /usr/bin/git /bin/git $(command -v bwrap)'
    const masked = `for program in ${places}; do if [ -e $program ]; then mount --bind /dev/null $program; fi; done`
    // No process can have this number.
    const left = '"$FACET_DATA_FOLDER/work/4194305-abcdef"'
    const filled = `${small}; mkdir -p ${left}; ${fill(`${left}/pack`)}; touch "$FACET_DATA_FOLDER/work/probe-0a"`

    const { livez, readyz, log } = await serveBehind(withMounts(`${masked}; ${filled}`), { ...env, FACET_SANDBOX: 'degraded' })

    expect([livez, readyz]).toEqual([200, 200])
    expect(log).toMatch(/"check":"git","msg":"git does not run: /)
    expect(log).toMatch(/"check":"sandbox","msg":"degraded: it lacks bubblewrap/)
    expect(log).not.toContain('"check":"data folder"')
  })

  it('exits when the data folder is read-only', async () => {
    const { code, stderr } = await runFacetBehind(withMounts('mount -t tmpfs -o ro tmpfs "$FACET_DATA_FOLDER"'), ['serve'], env)

    expect(code).toBe(1)
    expect(stderr).toMatch(/FACET_DATA_FOLDER: the folder .* cannot be used: its file system is mounted read-only\. Mount it for writing/)
  })
})
