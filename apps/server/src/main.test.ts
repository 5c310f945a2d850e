import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programEnv, runFacet, runFacetProcess, runFacetUnprivileged, send, spawnFacet, spawnServe, useDatabase } from '#test'

// Only what needs a process of its own. Cases that need a command alone are next to the commands.

const repository = join(import.meta.dirname, '../../..')
const isRoot = process.getuid?.() === 0

const database = useDatabase()
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-main-'))
  // Folders that belong to the user who runs this. The folders of other tests may belong to the user of PostgreSQL.
  env = programEnv(database.serviceUrl, {
    FACET_DATA_FOLDER: join(folder, 'data'),
    FACET_OBJECT_STORE: pathToFileURL(join(folder, 'objects')).href,
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

describe('facet as a process', () => {
  it('exits with the code of the command and prints errors on standard error alone', async () => {
    expect(await runFacetProcess(['bogus'], {})).toEqual({
      code: 2,
      stdout: '',
      stderr: 'facet: "bogus" is not a command. facet --help lists them.\n',
    })
  })

  it.each(['node packages/contract/bin/openapi.ts', 'node apps/server/src/main.ts --help'])(
    'exits without an error when the reader of its output stops reading: %s',
    async (command) => {
      const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', `set -o pipefail; ${command} | head -c 1`], {
        cwd: repository,
        env: { PATH: process.env['PATH'] },
      })

      expect([stdout.length, stderr]).toEqual([1, ''])
    },
  )

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('exits at once when a command receives %s, with code %i', async (signal, code) => {
    const mute = createServer()
    const connected = new Promise<void>((resolve) => mute.once('connection', () => resolve()))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as { port: number }
    const waiting = spawnFacet(['tenants', 'list'], { FACET_DATABASE_URL: `postgres://facet@127.0.0.1:${port}/facet` })
    const ended = new Promise((resolve) => waiting.once('exit', resolve))
    await connected

    waiting.kill(signal)

    expect(await ended).toBe(code)
    mute.close()
  })

  it('serves without inherited descriptors, drains on SIGTERM and exits with 0', async () => {
    const { stdout } = await runFacet(
      ['tenants', 'create', '--name', 'served', '--host', 'served.test', '--admin-email', 'ada@served.test', '--json'],
      env,
    )
    const { adminKey } = JSON.parse(stdout) as { adminKey: string }
    const serving = await spawnServe(env, ['bash', '-c', 'exec 197</; exec "$@"', 'bash'])
    const headers = { host: 'served.test', authorization: `Bearer ${adminKey}` }
    expect(await send(`${serving.address}/api/v1/users/me`, { headers })).toMatchObject({ status: 200, body: { email: 'ada@served.test' } })
    const descriptors = readdirSync(`/proc/${serving.process.pid}/fd`)

    serving.process.kill('SIGTERM')

    expect(await serving.ended).toBe(0)
    expect(serving.log()).toContain('"msg":"stopped"')
    expect(serving.log()).not.toContain(adminKey.slice(3, 20))
    expect(await database.query('select id from nodes')).toEqual([])
    expect(descriptors).toContain('2')
    expect(descriptors).not.toContain('197')
  })

  it.runIf(isRoot)('reports folders that its user may not use, with the command that repairs them', async () => {
    const objects = join(folder, 'foreign')
    mkdirSync(join(folder, 'closed'), { mode: 0o500 })
    for (const name of ['', 'incoming']) {
      mkdirSync(join(objects, name), { mode: 0o700 })
      chownSync(join(objects, name), name === '' ? 0 : 1234, 0)
    }
    const settings = { ...env, FACET_DATA_FOLDER: join(folder, 'closed/data'), FACET_OBJECT_STORE: pathToFileURL(objects).href }

    const before = await runFacetUnprivileged(['doctor'], settings)
    const [, cure = ''] = /FACET_OBJECT_STORE: .*foreign\/incoming: the user .*\((chown .*?)\)/.exec(before.stdout) ?? []
    await promisify(execFile)('sh', ['-c', cure])
    const after = await runFacetUnprivileged(['doctor'], settings)

    expect([before.code, after.code]).toEqual([1, 1])
    expect(before.stdout).toMatch(/^FAIL {2}data folder: FACET_DATA_FOLDER: .*the user ".+" has no right.*install -d/m)
    expect(before.stdout).toMatch(/^FAIL {2}object store: /m)
    expect(after.stdout).toMatch(/^ok {4}object store: /m)
  })
})
