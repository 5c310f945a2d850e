import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import {
  canMount,
  cloneDatabase,
  makeCertificates,
  programEnv,
  runFacetBehind,
  send,
  serveFacet,
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

/** Starts the service, asks how it is, and stops it. */
const serve = async (settings: Record<string, string>, before: string[] = []): Promise<Served> => {
  const serving = await serveFacet(settings, before)
  const [livez, readyz] = [await send(`${serving.address}/livez`), await send(`${serving.address}/readyz`)]
  serving.process.kill('SIGTERM')
  expect(await serving.ended, serving.log()).toBe(0)
  return { livez: livez.status, readyz: readyz.status, log: serving.log() }
}

describe('facet serve goes on, with a warning, where something may come right', () => {
  it.each([
    ['too old', 'delete from schema_migrations where version > 1', /this build needs \d+\. Run facet migrate\./],
    [
      'served by functions older than it needs',
      'update schema_functions set revision = 0',
      /functions of the database are revision 0; this build needs \d+\. Run facet migrate\./,
    ],
    ['contracted', 'update schema_migrations set oldest_reader = 900 where version = 1', /Upgrade this process\./],
  ])('a schema that is %s: alive and not ready', async (_, change, warning) => {
    await database.query(change)

    const { livez, readyz, log } = await serve(env)

    expect([livez, readyz]).toEqual([200, 503])
    expect(log).toMatch(new RegExp(`"check":"schema","msg":"[^"]*${warning.source}`))
  })

  it('a certificate that has expired', async () => {
    const certificates = await makeCertificates('expired')
    const tls = { FACET_TLS_CERT_FILE: await certificates.dated('20200101', '20200102'), FACET_TLS_KEY_FILE: certificates.keyFile }

    const serving = await serveFacet({ ...env, ...tls })
    serving.process.kill('SIGTERM')

    expect(await serving.ended).toBe(0)
    expect(serving.log()).toMatch(/"check":"certificate","msg":"FACET_TLS_CERT_FILE: the certificate expired \d+ days? ago/)
    certificates.remove()
  })
})

describe.skipIf(!canMount())('facet serve and what lies under it', () => {
  const full = 'mkdir -p "$FACET_DATA_FOLDER/work"; head -c 1000000 /dev/zero > "$FACET_DATA_FOLDER/filler" 2>/dev/null || true'
  // In place of the program: what it leaves in the folder.
  const thenList = '"$0" "$@" > /dev/null || true; exec ls -A "$FACET_DATA_FOLDER/work"'
  const small = 'mount -t tmpfs -o size=64k tmpfs "$FACET_DATA_FOLDER"'

  it('says which wall of the sandbox is missing where it goes on without', async () => {
    const { log } = await serve({ ...env, FACET_SANDBOX: 'degraded' }, withMounts('mount --bind /dev/null "$(command -v bwrap)"'))

    expect(log).toMatch(/"check":"sandbox","msg":"degraded: it lacks bubblewrap/)
  })

  it('goes on without room on the disk; doctor fails for it, and neither leaves a probe', async () => {
    const doctor = await runFacetBehind(withMounts(`${small}; ${full}`), ['doctor'], env)
    const { livez, log } = await serve(env, withMounts(`${small}; ${full}`))
    const left = await runFacetBehind(withMounts(`${small}; ${full}; ${thenList}`), ['doctor'], env)

    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(/^FAIL {2}object store: FACET_OBJECT_STORE: .* the disk is full\. Free space there/m)
    expect(doctor.stdout).toMatch(/^FAIL {2}data folder: FACET_DATA_FOLDER: .* the disk is full\. Free space there/m)
    expect([left.code, left.stdout]).toEqual([0, ''])
    expect(livez).toBe(200)
    expect(log).toMatch(/"level":"warn".*"check":"data folder","msg":"FACET_DATA_FOLDER: .*the disk is full/)
  })

  it('removes what a killed process left before it looks for room', async () => {
    // No process can have this number.
    const left = '"$FACET_DATA_FOLDER/work/4194305-abcdef"'
    const mounts = `${small}; mkdir -p ${left}; head -c 1000000 /dev/zero > ${left}/pack 2>/dev/null || true; touch "$FACET_DATA_FOLDER/work/probe-0a"`

    const { livez, log } = await serve(env, withMounts(mounts))

    expect(livez).toBe(200)
    expect(log).not.toContain('"check":"data folder"')
  })

  it('ends where nothing can be written', async () => {
    const { code, stderr } = await runFacetBehind(withMounts('mount -t tmpfs -o ro tmpfs "$FACET_DATA_FOLDER"'), ['serve'], env)

    expect(code).toBe(1)
    expect(stderr).toMatch(/FACET_DATA_FOLDER: the folder .* cannot be used: its file system is mounted read-only\. Mount it for writing/)
  })

  it('goes on without git', async () => {
    const places = '/usr/local/bin/git /opt/homebrew/bin/git /usr/bin/git /bin/git'
    const mounts = `for git in ${places}; do if [ -e $git ]; then mount --bind /dev/null $git; fi; done`

    const { livez, readyz, log } = await serve(env, withMounts(mounts))

    expect([livez, readyz]).toEqual([200, 200])
    expect(log).toMatch(/"check":"git","msg":"git does not run: /)
  })
})
