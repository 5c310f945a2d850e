import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { freePort } from '@facet/testkit/net'
import { type Cluster, runStatements, startPostgres } from '@facet/testkit/postgres'
import { chooseTemporalPorts, findTemporal, isTemporalUp, type TemporalPorts } from '@facet/testkit/temporal'
import { makeCertificates } from '@facet/testkit/tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exitCodes } from '../apps/server/src/cli/command.ts'
import { makeGround, type Operator } from './packed/ground.ts'
import { installPacked } from './packed/install.ts'
import { quickAgainst, type Quickness, runMeasured } from './packed/measured.ts'
import { type Fixture, misconfigurations } from './packed/misconfigurations.ts'
import { noticesSeparator } from './packed/notices.ts'
import { makeUnprivileged, type Unprivileged } from './packed/unprivileged.ts'
import { type Block, blocksIn } from './page-blocks.ts'

const password = 'of roles: only here'
// Temporal escapes a space in a password as a form does, which PostgreSQL does not read.
const temporalPassword = 'of-temporal-only'
const host = 'acme.example.com'
// The ground of invalid settings has neither Temporal nor an engine.
const doctorCommand = 'facet doctor --roles api,authoring,gateway'

const blocks = blocksIn(readFileSync(join(import.meta.dirname, '../docs/operate/install.md'), 'utf8'))
// In the order of the installation page.
const [
  pack,
  install,
  roles,
  temporalSchema,
  temporalSettings,
  temporalDynamic,
  settings,
  temporal,
  first,
  serve,
  request,
  query,
  temporalUnit,
  unit,
] = blocks.filter(({ isRun }) => isRun)
const answer = blocks.find(({ language }) => language === 'text')

let folder: string
let installed: string[]
let user: Unprivileged
let cluster: Cluster
let startedMs: number

beforeAll(async () => {
  startedMs = performance.now()
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

const asSuperuser = (statements: string): Promise<void> => runStatements(cluster.url('postgres'), ...statements.split(';'))

type Ports = { facet: number; temporal: TemporalPorts }

/** Replaces the placeholders of the page: addresses, passwords and paths. */
const filledIn = (text: string, ports: Ports): string =>
  text
    .replaceAll(/(role temporal login password |SQL_PASSWORD=|POSTGRES_PWD=)'…'/g, `$1'${temporalPassword}'`)
    .replaceAll("'…'", `'${password}'`)
    .replaceAll(':…@', `:${encodeURIComponent(password)}@`)
    .replaceAll(/\b(SQL_HOST|POSTGRES_SEEDS)=db\.internal/g, '$1=127.0.0.1')
    .replaceAll(/\b(SQL_PORT|DB_PORT)=5432/g, `$1=${cluster.port}`)
    .replaceAll('db.internal', `127.0.0.1:${cluster.port}`)
    .replaceAll('127.0.0.1:7233', `127.0.0.1:${ports.temporal.frontend}`)
    .replaceAll('/usr/local/lib/temporal', join(folder, 'temporal'))
    .replaceAll('/etc/facet', join(folder, 'etc'))
    .replaceAll('/var/lib/facet', join(folder, 'var'))
    .replaceAll('0.0.0.0:8443', `127.0.0.1:${ports.facet}`)
    .replaceAll(`https://${host}:8443`, `https://${host}:${ports.facet}`)

/** Step 2: what `go install` makes, which tools/setup made once. */
const copyTemporal = (): void => {
  const tools = findTemporal()
  if (tools === null) throw new Error('The Temporal server is not there. Run tools/setup, then: . tools/env')
  mkdirSync(join(folder, 'temporal'))
  for (const [name, path] of Object.entries(tools)) copyFileSync(path, join(folder, 'temporal', name))
}

/** Steps 2 and 4: folders, root key and certificate of the user that runs the service. */
const prepareFolders = async (port: number): Promise<void> => {
  const [etc, data] = [join(folder, 'etc'), join(folder, 'var')]
  for (const path of [etc, data]) mkdirSync(path, { mode: 0o700 })
  const certificates = await makeCertificates('packed', [host])
  writeFileSync(join(etc, 'root.key'), `${Buffer.alloc(32, 5).toString('base64')}\n`, { mode: 0o600 })
  writeFileSync(join(etc, 'tls.pem'), await readFile(certificates.certFile))
  writeFileSync(join(etc, 'tls.key'), await readFile(certificates.keyFile), { mode: 0o600 })
  certificates.remove()
  // With these, curl resolves the host of the tenant and trusts its certificate.
  writeFileSync(join(user.home, '.curlrc'), `resolve = "${host}:${port}:127.0.0.1"\ncacert = "${join(etc, 'tls.pem')}"\n`)
  for (const path of [etc, data, ...['root.key', 'tls.pem', 'tls.key'].map((name) => join(etc, name))]) user.own(path)
}

describe('the packed program', () => {
  it('installs one package, and prints its version, its help and the nearest command', async () => {
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

  it('contains the program, its migrations, its pages and the licences, and nothing else', () => {
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
        ...'LICENSE bin/facet.js dist/main.js dist/workflows.js dist/failure-converter.js dist/embed/index.html'.split(' '),
        ...'dist/embed/index.html.br docs/operate/restore.md'.split(' '),
      ]),
    )
    expect(readFileSync(join(packed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(import.meta.dirname, '../LICENSE'), 'utf8'))
  })

  it('contains the license text of every bundled library', () => {
    const notices = readFileSync(join(folder, 'node_modules/@facet/server/dist/THIRD-PARTY-LICENSES.txt'), 'utf8').split(noticesSeparator)

    expect(notices.map((notice) => notice.split(' ')[0])).toEqual(
      expect.arrayContaining(
        'fastify pg pg-types pgpass abstract-logging kysely @aws-sdk/client-s3 typebox react react-dom scheduler'.split(' '),
      ),
    )
    const withoutText = notices.filter(
      (notice) => !/permission|redistribution|licensed|license/i.test(notice.slice(notice.indexOf('\n') + 1)),
    )
    expect(withoutText).toEqual([])
    expect(notices.filter((notice) => notice.length < 500)).toEqual([])
  })

  it('names pages of its documentation that exist', async () => {
    const { stdout } = await user.run('facet restored --help', {})

    const [page = ''] = /\S+\/restore\.md/.exec(stdout) ?? []
    expect(await user.run(`head -1 ${page}`, {})).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# /) as string })
  })

  it('contains the workflows without paths of the machine that packed it', () => {
    const workflows = readFileSync(join(folder, 'node_modules/@facet/server/dist/workflows.js'), 'utf8')
    const map = /sourceMappingURL=data:[^,]+,([\w+/=]+)/.exec(workflows)?.[1] ?? ''

    expect(workflows).toContain('__TEMPORAL__')
    for (const text of [workflows, Buffer.from(map, 'base64').toString()]) expect(text).not.toContain(join(import.meta.dirname, '..'))
  })

  it('reports the Node version it needs when Node is too old', async () => {
    const bin = join(folder, 'node_modules/@facet/server/bin')
    const program = readFileSync(join(bin, 'facet.js'), 'utf8')
    writeFileSync(join(bin, 'of-the-future.js'), program.replace('const oldest = 24', 'const oldest = 99'))

    const { code, stderr } = await user.run(`node ${join(bin, 'of-the-future.js')} --version`, {})
    rmSync(join(bin, 'of-the-future.js'))

    expect([code, stderr]).toEqual([1, expect.stringMatching(/^facet: Node 99 or newer is needed; this is v\d+/) as string])
  })

  it('documents systemd units that are valid and do not restart after an invalid configuration', () => {
    expect(unit?.text).toContain(`\nRestartPreventExitStatus=${exitCodes.usage} ${exitCodes.settings}\n`)
    // systemd gives up after five starts within ten seconds.
    expect(Number(/^RestartSec=(\d+)$/m.exec(unit?.text ?? '')?.[1])).toBeGreaterThan(2)
    const files = Object.entries({ facet: unit, temporal: temporalUnit }).map(([name, block]) => {
      const file = join(folder, `${name}.service`)
      writeFileSync(file, block?.text ?? '')
      return file
    })
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
    // Skipped where systemd is not installed.
    if (!verified.error) expect(verified.stderr).not.toMatch(/Unknown|Invalid|Failed to parse/i)
  })

  it('answers a query when an unprivileged user follows the installation page', { timeout: 900_000 }, async ({ annotate }) => {
    const ports = { facet: await freePort(), temporal: await chooseTemporalPorts() }
    await prepareFolders(ports.facet)
    copyTemporal()
    const filled = (block: Block | undefined): string => filledIn(block?.text ?? '', ports)
    expect([roles, temporalSchema, temporalSettings, temporalDynamic, settings].map((block) => block?.language)).toEqual(
      'sql bash ini yaml ini'.split(' '),
    )
    expect([temporal, first, serve, request, query].map((block) => block?.language)).toEqual(Array.from({ length: 5 }, () => 'bash'))

    await asSuperuser(filled(roles))
    const prepared = await user.run(`set -euo pipefail\n${filled(temporalSchema)}`, {})
    expect(prepared.code, prepared.stderr).toBe(0)
    const otherPorts = Object.entries(ports.temporal.settings).map(([name, port]) => `${name}=${port}\n`)
    writeFileSync(join(folder, 'etc/temporal.env'), filled(temporalSettings) + otherPorts.join(''))
    writeFileSync(join(folder, 'etc/temporal.yaml'), filled(temporalDynamic))
    writeFileSync(join(folder, 'etc/facet.env'), filled(settings))
    const temporalServer = startLogged(filled(temporal))
    const load = `set -a; . ${join(folder, 'etc/facet.env')}; set +a\n`
    let serving: Logged | null = null
    try {
      await vi.waitFor(async () => expect(await isTemporalUp(`http://127.0.0.1:${ports.temporal.http}`), temporalServer.log()).toBe(true), {
        timeout: 60_000,
        interval: 100,
      })
      const made = await user.run(`set -euo pipefail\n${filled(first)}`, npmSettings(), 600_000)
      // On a busy machine it reports progress or waits for the database.
      expect(made).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^((applying [\w ]+|waiting for the database, which is busy) \(\d+ s so far\)\n)*$/) as string,
      })
      expect(made.stdout).toMatch(
        /^applied 0001 [^]*\nengine 1\.7\.43 is installed [^]*\nok {4}database: [^]*\n(ok {2}|warn) {2}listener: [^]*\nadministrator key, shown this once: sk-\S+\n$/,
      )
      expect(made.stdout).not.toMatch(/^(FAIL|skip)/m)
      expect(made.stdout).toMatch(/^warn {2}engines: engine 1\.7\.43 runs on the stand-in/m)
      const key = /sk-[\w-]+/.exec(made.stdout)?.[0] ?? ''

      // Loads tracing, which proves that the package contains it. Nothing listens on this port.
      serving = startLogged(`${load}exec env ${filled(serve).trim()}`, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
      const { log } = serving
      await vi.waitFor(() => expect(log()).toContain('"msg":"serving"'), { timeout: 60_000, interval: 50 })
      expect(log().match(/runs on the stand-in/g), log()).toHaveLength(1)
      const requested = await user.run(filled(request).replace('sk-…', key), {})
      expect(requested, log()).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(requested.stdout)).toMatchObject({ email: 'ada@example.com', isAdmin: true })
      const queried = await user.run(`set -euo pipefail\n${filled(query).replace('sk-…', key)}`, {}, 300_000)
      expect(queried, log()).toEqual({ code: 0, stdout: answer?.text, stderr: '' })
      await annotate(
        `Packing, installing and following the page to an answered query took ${Math.round((performance.now() - startedMs) / 1000)} s.`,
      )

      expect(await user.run(`${load}FACET_LISTEN=127.0.0.1:${ports.facet} facet doctor`, {})).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('ok    listener: facet serve is listening') as string,
      })
      await expectModelsCompared(`https://${host}:${ports.facet}`, key)
    } finally {
      serving?.stop()
      temporalServer.stop()
    }
    expect(await serving?.ended, serving?.log()).toBe(0)
    await temporalServer.ended
  })
})

type Logged = { log: () => string; ended: Promise<unknown>; stop: () => void }

/** Starts a script of the page as its user, and keeps what it writes. */
const startLogged = (script: string, env: Record<string, string> = {}): Logged => {
  const file = join(user.home, `start-${randomUUID()}.sh`)
  writeFileSync(file, script)
  const child = user.start(`bash --norc ${file}`, env)
  let written = ''
  const hear = (bytes: Buffer): void => {
    written += bytes.toString()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { log: () => written, ended, stop: () => void child.kill('SIGTERM') }
}

/** Where npm of this machine finds packages, and whose certificates it trusts. */
const npmSettings = (): Record<string, string> => {
  const npm = Object.entries(process.env).flatMap(([name, value]) => (/^npm_config_/i.test(name) && value ? [[name, value]] : []))
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities === undefined) return Object.fromEntries(npm) as Record<string, string>
  // It may lie where only whoever runs this may look.
  const readable = join(folder, 'authorities.pem')
  copyFileSync(authorities, readable)
  return { ...(Object.fromEntries(npm) as Record<string, string>), NODE_EXTRA_CA_CERTS: readable }
}

/** Reads the starter project and runs the compute processes, which are separate files of the package. */
const expectModelsCompared = async (baseUrl: string, key: string): Promise<void> => {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const sent = body ? `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : ''
    const { stdout } = await user.run(`curl -sS -X ${method} '${baseUrl}${path}' -H 'Authorization: Bearer ${key}' ${sent}`, {})
    expect(stdout).not.toContain('"requestId"')
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const { id } = await call('POST', '/build/api/v1/deployments', { name: 'Compared' })
  const deployment = `/build/api/v1/deployments/${String(id)}`
  const { branchName } = await call('POST', `${deployment}/dev-mode`, { branchName: 'main' })
  const cube = 'cubes:\n  - name: payments\n    sql_table: payments\n'
  await call('PUT', `${deployment}/data-model/files`, { files: [{ path: 'model/cubes/payments.yml', content: cube }] })

  const { changes } = await call('GET', `${deployment}/branches/${String(branchName)}/diff`)
  expect(changes).toMatchObject([{ message: expect.stringContaining('Cube payments was added') as string }])
}

// The rest of the table runs in misconfigurations.test.ts, in one process.
const sampled = ['FACET_DATABASE_URL missing', 'FACET_ROOT_KEY_FILE without rights', 'FACET_LISTEN that is taken']

describe('an invalid setting of the packed program', () => {
  let ground: Fixture
  let close: () => Promise<void>
  let isQuick: Quickness

  beforeAll(async () => {
    const operator: Operator = { own: user.own, run: (args, env) => user.run(`facet ${args.join(' ')}`, env) }
    ;({ ground, close } = await makeGround(folder, operator, cluster, { asSuperuser, superuserPassword: password }))
    isQuick = quickAgainst(await runMeasured(user, doctorCommand, ground.healthy))
  }, 300_000)
  afterAll(() => close())

  it('is the only problem of the cases below: doctor finds none without them', async () => {
    expect(await user.run(doctorCommand, ground.healthy)).toMatchObject({
      code: 0,
      stdout: expect.not.stringMatching(/^(FAIL|skip)/m) as string,
    })
  })

  it.each(sampled)('is named with its cure by doctor and serve, which end at once: %s', async (what) => {
    const { change, variable, cure } =
      misconfigurations.find((each) => each.what === what) ?? expect.unreachable(`No case is called ${what}.`)
    const changed = Object.entries({ ...ground.healthy, ...change(ground) })
    const env = Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== undefined))

    const doctorRun = await runMeasured(user, doctorCommand, env, isQuick)
    const serveRun = await runMeasured(user, 'facet serve', env, isQuick)

    const found = doctorRun.stdout.split('\n').filter((line) => line.startsWith('FAIL'))
    const isConfiguration = found.every((line) => line.startsWith('FAIL  configuration'))
    expect([doctorRun.code, serveRun.code]).toEqual([exitCodes.failed, isConfiguration ? exitCodes.settings : exitCodes.failed])
    for (const text of [found.join('\n'), serveRun.stderr]) {
      expect(text).toContain(variable)
      expect(text).toMatch(cure)
    }
    const output = `${doctorRun.stdout}${doctorRun.stderr}${serveRun.stdout}${serveRun.stderr}`
    expect(output).not.toMatch(/\n {4}at |"stack":/)
    expect(ground.secrets.filter((secret) => output.includes(secret))).toEqual([])
    expect([doctorRun, serveRun].map((each) => (isQuick(each) ? 'quick' : each))).toEqual(['quick', 'quick'])
  })
})
