import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { freePort } from '@facet/testkit/net'
import { type Cluster, startPostgres } from '@facet/testkit/postgres'
import { makeCertificates } from '@facet/testkit/tls'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exitCodes } from '../apps/server/src/cli/command.ts'
import { makeGround } from './packed/ground.ts'
import { installPacked } from './packed/install.ts'
import { quickAgainst, type Quickness, runMeasured } from './packed/measured.ts'
import { type Fixture, misconfigurations } from './packed/misconfigurations.ts'
import { noticesSeparator } from './packed/notices.ts'
import { makeUnprivileged, type Unprivileged } from './packed/unprivileged.ts'
import { type Block, blocksIn } from './page-blocks.ts'

const password = 'of roles: only here'
const host = 'acme.example.com'

// In the order of the installation page.
const [pack, install, roles, settings, first, serve, request, unit] = blocksIn(
  readFileSync(join(import.meta.dirname, '../docs/operate/install.md'), 'utf8'),
).filter(({ isRun }) => isRun)

let folder: string
let installed: string[]
let user: Unprivileged
let cluster: Cluster

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-packed-'))
  chmodSync(folder, 0o755)
  installed = await installPacked(folder, { pack: pack?.text ?? '', install: install?.text ?? '' })
  user = makeUnprivileged(folder)
  cluster = await startPostgres(join(folder, 'postgres'), { durable: false, password })
}, 300_000)
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const asSuperuser = async (statements: string): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    // One by one: a database is not made in a transaction.
    for (const statement of statements.split(';').filter((text) => text.trim())) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What the page leaves to the reader: addresses, passwords, and where things are on this machine. */
const filledIn = (text: string, port: number): string =>
  text
    .replaceAll("'…'", `'${password}'`)
    .replaceAll(':…@', `:${encodeURIComponent(password)}@`)
    .replaceAll('db.internal', `127.0.0.1:${cluster.port}`)
    .replaceAll('/etc/facet', join(folder, 'etc'))
    .replaceAll('/var/lib/facet', join(folder, 'var'))
    .replaceAll('0.0.0.0:8443', `127.0.0.1:${port}`)
    .replaceAll(`https://${host}:8443`, `https://${host}:${port}`)

/** Steps 2 and 4: folders, root key and certificate of the user that runs the service. */
const prepareFolders = async (port: number): Promise<void> => {
  const [etc, data] = [join(folder, 'etc'), join(folder, 'var')]
  for (const path of [etc, data]) mkdirSync(path, { mode: 0o700 })
  const certificates = await makeCertificates('packed', [host])
  writeFileSync(join(etc, 'root.key'), `${Buffer.alloc(32, 5).toString('base64')}\n`, { mode: 0o600 })
  writeFileSync(join(etc, 'tls.pem'), await readFile(certificates.certFile))
  writeFileSync(join(etc, 'tls.key'), await readFile(certificates.keyFile), { mode: 0o600 })
  certificates.remove()
  // curl finds the tenant's host here, and trusts the certificate, as it would out there.
  writeFileSync(join(user.home, '.curlrc'), `resolve = "${host}:${port}:127.0.0.1"\ncacert = "${join(etc, 'tls.pem')}"\n`)
  for (const path of [etc, data, ...['root.key', 'tls.pem', 'tls.key'].map((name) => join(etc, name))]) user.own(path)
}

describe('the packed program', () => {
  it('is one package, with its version, its help and the notices of what is in it', async () => {
    expect(installed).toEqual(['@facet'])
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../apps/server/package.json'), 'utf8')) as { version: string }
    const [said, help, near] = [
      await user.run('facet --version', {}),
      await user.run('facet help migrate', {}),
      await user.run('facet mgirate', {}),
    ]

    expect(said).toEqual({ code: 0, stdout: `facet ${version}\n`, stderr: '' })
    expect(help.stdout).toContain('FACET_MIGRATE_DATABASE_URL')
    expect([near.code, near.stderr]).toEqual([2, 'facet: "mgirate" is not a command. Did you mean: facet migrate\n'])
  })

  it('holds the program, its migrations, its pages and the licences, and nothing else', () => {
    const packed = join(folder, 'node_modules/@facet/server')
    const files = readdirSync(packed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(packed, join(entry.parentPath, entry.name)))

    const kinds =
      /^(package\.json|LICENSE|bin\/facet\.js|dist\/[\w-]+\.js|dist\/(cube-process|dbt-convert)\/[\w-]+\.js|dist\/embed\/((index|doctor|(html|chart)-frame)\.html|assets\/[\w-]+\.(js|css))(\.br|\.gz)?|engines\/[\d.]+\/package(-lock)?\.json|dbt\/[\d.]+\/requirements\.(in|txt)|dist\/THIRD-PARTY-LICENSES\.txt|dist\/files\/.+|sql\/functions\/(revision\.json|[a-z]+\/\w+\.sql)|sql\/migrations\/\d{4}_\w+\.sql|docs\/operate\/[\w-]+\.md)$/
    expect(files.filter((name) => !kinds.test(name))).toEqual([])
    expect(files.filter((name) => /\.test\.|\.env|\.key$|\.pem$/.test(name))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'bin/facet.js',
        'dist/main.js',
        'dist/workflows.js',
        'dist/failure-converter.js',
        'dist/embed/index.html',
        'dist/embed/index.html.br',
        'docs/operate/restore.md',
      ]),
    )
    expect(readFileSync(join(packed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(import.meta.dirname, '../LICENSE'), 'utf8'))
  })

  it('carries the licence of every library in it, as a text and not as a name', () => {
    const notices = readFileSync(join(folder, 'node_modules/@facet/server/dist/THIRD-PARTY-LICENSES.txt'), 'utf8').split(noticesSeparator)

    expect(notices.map((notice) => notice.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'fastify',
        'pg',
        'pg-types',
        'pgpass',
        'abstract-logging',
        'kysely',
        '@aws-sdk/client-s3',
        'typebox',
        'react',
        'react-dom',
        'scheduler',
      ]),
    )
    const withoutText = notices.filter(
      (notice) => !/permission|redistribution|licensed|license/i.test(notice.slice(notice.indexOf('\n') + 1)),
    )
    expect(withoutText).toEqual([])
    expect(notices.filter((notice) => notice.length < 500)).toEqual([])
  })

  it('tells where its pages are, and they are there', async () => {
    const { stdout } = await user.run('facet restored --help', {})

    const [page = ''] = /\S+\/restore\.md/.exec(stdout) ?? []
    expect(await user.run(`head -1 ${page}`, {})).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# /) as string })
  })

  it('has the workflows, and shows in them nothing of the machine that packed it', () => {
    const workflows = readFileSync(join(folder, 'node_modules/@facet/server/dist/workflows.js'), 'utf8')
    const map = /sourceMappingURL=data:[^,]+,([\w+/=]+)/.exec(workflows)?.[1] ?? ''

    expect(workflows).toContain('__TEMPORAL__')
    for (const text of [workflows, Buffer.from(map, 'base64').toString()]) expect(text).not.toContain(join(import.meta.dirname, '..'))
  })

  it('says that its Node is too old', async () => {
    const bin = join(folder, 'node_modules/@facet/server/bin')
    const program = readFileSync(join(bin, 'facet.js'), 'utf8')
    writeFileSync(join(bin, 'of-the-future.js'), program.replace('const oldest = 24', 'const oldest = 99'))

    const { code, stderr } = await user.run(`node ${join(bin, 'of-the-future.js')} --version`, {})
    rmSync(join(bin, 'of-the-future.js'))

    expect([code, stderr]).toEqual([1, expect.stringMatching(/^facet: Node 99 or newer is needed; this is v\d+/) as string])
  })

  it('is started by a unit that systemd takes, and not again after what it cannot put right', () => {
    expect(unit?.text).toContain(`\nRestartPreventExitStatus=${exitCodes.usage} ${exitCodes.settings}\n`)
    // Five ends within ten seconds would be the last.
    expect(Number(/^RestartSec=(\d+)$/m.exec(unit?.text ?? '')?.[1])).toBeGreaterThan(2)
    const file = join(folder, 'facet.service')
    writeFileSync(file, unit?.text ?? '')
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    // A machine without systemd cannot say.
    if (!verified.error) expect(verified.stderr).not.toMatch(/Unknown|Invalid|Failed to parse/i)
  })

  it('gets a user without rights from the installation page to a first request over TLS, and compares data models', async () => {
    const port = await freePort()
    await prepareFolders(port)
    const filled = (block: Block | undefined): string => filledIn(block?.text ?? '', port)
    expect([roles, settings, first, serve, request].map((block) => block?.language)).toEqual(['sql', 'ini', 'bash', 'bash', 'bash'])

    await asSuperuser(filled(roles))
    writeFileSync(join(folder, 'etc/facet.env'), filled(settings))
    const made = await user.run(`set -euo pipefail\n${filled(first)}`, {})
    // On a busy machine it says that it is still at work, or waits.
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^((applying \w+|waiting for the database, which is busy) \(\d+ s so far\)\n)*$/) as string,
    })
    expect(made.stdout).toMatch(
      /^applied 0001 [^]*\nok {4}database: [^]*\n(ok {2}|warn) {2}listener: [^]*\nadministrator key, shown this once: sk-\S+\n$/,
    )
    expect(made.stdout).not.toMatch(/^(FAIL|skip)/m)
    const key = /sk-[\w-]+/.exec(made.stdout)?.[0] ?? ''

    const load = `set -a; . ${join(folder, 'etc/facet.env')}; set +a\n`
    // Tracing is loaded only when it is asked for: here, so that it is seen to be in the package. Nobody listens there.
    const serving = user.start(`bash --norc -c '${load}exec env ${filled(serve).trim()}'`, {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    })
    let log = ''
    const hear = (bytes: Buffer): void => {
      log += bytes.toString()
    }
    serving.stdout?.on('data', hear)
    serving.stderr?.on('data', hear)
    const ended = new Promise((resolve) => serving.once('exit', resolve))
    try {
      await vi.waitFor(() => expect(log).toContain('"msg":"serving"'), { timeout: 60_000, interval: 50 })
      const answer = await user.run(filled(request).replace('sk-…', key), {})
      expect(answer, log).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(answer.stdout)).toMatchObject({ email: 'ada@example.com', isAdmin: true })
      expect(await user.run(`${load}FACET_LISTEN=127.0.0.1:${port} facet doctor`, {})).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('ok    listener: facet serve is listening') as string,
      })
      await expectModelsCompared(`https://${host}:${port}`, key)
    } finally {
      serving.kill('SIGTERM')
    }
    expect(await ended, log).toBe(0)
  })
})

/** The starter project and the programs of the compute processes are files of their own in the package. */
const expectModelsCompared = async (baseUrl: string, key: string): Promise<void> => {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const sent = body ? `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : ''
    const { stdout } = await user.run(`curl -sS -X ${method} '${baseUrl}${path}' -H 'Authorization: Bearer ${key}' ${sent}`, {})
    expect(stdout).not.toContain('"requestId"')
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const { id } = await call('POST', '/build/api/v1/deployments', {
    name: 'Storefront',
    cloudProvider: 'cubecloud',
    isManaged: true,
    region: 'local',
    targetPlatform: 'aws',
    creationStep: 'project',
  })
  const deployment = `/build/api/v1/deployments/${String(id)}`
  const { branchName } = await call('POST', `${deployment}/dev-mode`, { branchName: 'main' })
  const cube = 'cubes:\n  - name: payments\n    sql_table: payments\n'
  await call('PUT', `${deployment}/data-model/files`, { files: [{ path: 'model/cubes/payments.yml', content: cube }] })

  const { changes } = await call('GET', `${deployment}/branches/${String(branchName)}/diff`)
  expect(changes).toMatchObject([{ message: expect.stringContaining('Cube payments was added') as string }])
}

describe('a setting that is not right', () => {
  let ground: Fixture
  let close: () => Promise<void>
  let isQuick: Quickness

  beforeAll(async () => {
    ;({ ground, close } = await makeGround(folder, user, cluster, { asSuperuser, superuserPassword: password }))
    isQuick = quickAgainst(await runMeasured(user, 'facet doctor', ground.healthy))
  }, 300_000)
  afterAll(() => close())

  it('is all there is to find: without the changes below doctor finds everything well', async () => {
    expect(await user.run('facet doctor', ground.healthy)).toMatchObject({
      code: 0,
      stdout: expect.not.stringMatching(/^(FAIL|skip)/m) as string,
    })
    expect(misconfigurations.length).toBeGreaterThanOrEqual(25)
  })

  it.each(misconfigurations)('$what: doctor and serve name it and the cure, and end at once', async ({ change, variable, cure }) => {
    const changed = Object.entries({ ...ground.healthy, ...change(ground) })
    const env = Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== undefined))

    const doctorRan = await runMeasured(user, 'facet doctor', env, isQuick)
    const serveRan = await runMeasured(user, 'facet serve', env, isQuick)

    const found = doctorRan.stdout.split('\n').filter((line) => line.startsWith('FAIL'))
    expect([doctorRan.code, serveRan.code]).toEqual([1, found.every((line) => line.startsWith('FAIL  configuration')) ? 3 : 1])
    for (const text of [found.join('\n'), serveRan.stderr]) {
      expect(text).toContain(variable)
      expect(text).toMatch(cure)
    }
    const said = `${doctorRan.stdout}${doctorRan.stderr}${serveRan.stdout}${serveRan.stderr}`
    expect(said).not.toMatch(/\n {4}at |"stack":/)
    expect(ground.secrets.filter((secret) => said.includes(secret))).toEqual([])
    expect([doctorRan, serveRan].map((each) => (isQuick(each) ? 'quick' : each))).toEqual(['quick', 'quick'])
  })
})
