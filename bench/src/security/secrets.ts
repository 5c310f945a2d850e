import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, startPostgres } from '../../../tools/postgres.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import type { Finding, Trial } from '../trial.ts'
import { type Canaries, createCanaries } from './secrets/canaries.ts'
import { type Collector, startCollector } from './secrets/collector.ts'
import { type Answer, createRecorder } from './secrets/recorder.ts'
import { isClean, searchSink } from './secrets/report.ts'
import { sendIntoFailure, sendRefused, type Stage, storeSecrets } from './secrets/requests.ts'
import { databaseSinks, type Sink } from './secrets/sinks.ts'

// More than production writes: every statement with its parameters. Secrets are sealed before they get that far.
const postgres = { log_statement: 'all', log_parameter_max_length: '-1', log_parameter_max_length_on_error: '-1' }

const givePassword = async (installation: Installation, password: string): Promise<void> => {
  // The session that sets it would be the one to log it.
  const quiet = new pg.Client({ connectionString: installation.adminUrl, options: '-c log_statement=none' })
  await quiet.connect()
  await quiet.query(`alter role facet password ${quiet.escapeLiteral(password)}`)
  await quiet.end()
  const rules = join(installation.cluster.folder, 'data', 'pg_hba.conf')
  writeFileSync(rules, `host all facet 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  await installation.sql('select pg_reload_conf()')
  const url = new URL(installation.serviceUrl)
  url.password = encodeURIComponent(password)
  installation.env['FACET_DATABASE_URL'] = url.href
}

/** What commands say when they work, when the password is wrong, and when the settings are. */
const runCommands = async (installation: Installation, canaries: Canaries): Promise<Buffer> => {
  const wrong = new URL(installation.serviceUrl)
  wrong.password = canaries.next('wrong-password')
  const nowhere = `postgres://facet:${canaries.next('nowhere')}@127.0.0.1:1/facet`
  const settings: [string[], Record<string, string>][] = [
    [['tenants', 'list'], {}],
    [['doctor'], {}],
    [['encryption-key', 'rotate'], {}],
    [['doctor', '--json'], { FACET_DATABASE_URL: wrong.href }],
    [['migrate'], { FACET_MIGRATE_DATABASE_URL: wrong.href }],
    [['serve'], { FACET_DATABASE_URL: nowhere }],
    [['migrate'], { FACET_DATABASE_URL: `postgres://facet:${canaries.next('not-an-address')}@[:x/facet` }],
    [
      ['serve'],
      { FACET_ROOT_KEY: canaries.next('short-root-key'), FACET_DATABASE_URL: `mysql://facet:${canaries.next('mysql')}@db/facet` },
    ],
    [['doctor'], { FACET_ROOT_KEY: randomBytes(32).toString('base64') }],
  ]
  const said: string[] = []
  const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')
  for (const [args, changed] of settings) {
    const env = { PATH: process.env['PATH'] ?? '', ...installation.env, ...changed }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], { env, timeout: 20_000 }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    )
    said.push(`${args.join(' ')}\n${stdout}\n${stderr}`)
  }
  return Buffer.from(said.join('\n'))
}

const withDamage = async (installation: Installation, damage: string, repair: string, work: () => Promise<Answer[]>): Promise<Answer[]> => {
  await installation.sql(damage)
  const answers = await work()
  await installation.sql(repair)
  return answers
}

const run = async (installation: Installation, canaries: Canaries, collector: Collector, say: (line: string) => void): Promise<Finding> => {
  const tenant = await installation.createTenant('secrets')
  canaries.learn('the first administrator’s key', tenant.adminKey)
  await givePassword(installation, canaries.databasePassword)
  const adminPort = await freePort()
  const facet = await installation.serve({
    FACET_LOG_LEVEL: 'trace',
    FACET_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
    FACET_ADMIN_TOKEN: canaries.adminToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${canaries.otlpHeader}`,
  })
  const mark = `mark-${randomBytes(9).toString('hex')}`
  const recorder = createRecorder(facet.url, { 'x-forwarded-host': tenant.host, 'x-request-id': mark })
  const api = installation.client(facet, tenant)
  const { id: deploymentId } = await api.createDeployment({
    body: { name: 'kept', cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' },
  })
  const { secret: scopedKey } = await api.createApiKey({ body: { name: 'scoped', deploymentIds: [deploymentId] } })
  canaries.learn('a scoped key', scopedKey)
  const stage: Stage = { recorder, canaries, adminKey: tenant.adminKey, scopedKey, deploymentId }

  const stored = await storeSecrets(stage)
  const refused = await sendRefused(stage)
  const denied = await withDamage(
    installation,
    'revoke insert on env_variables from facet_service',
    'grant insert on env_variables to facet_service',
    () => sendIntoFailure(stage, 'permission denied'),
  )
  const broken = await withDamage(
    installation,
    "alter table env_variables add constraint trial check (name <> 'LATE_SECRET')",
    'alter table env_variables drop constraint trial',
    () => sendIntoFailure(stage, 'constraint broken'),
  )
  const admin = createRecorder(`http://127.0.0.1:${adminPort}`, {})
  await admin.ask({
    about: 'wrong token',
    method: 'GET',
    path: '/metrics',
    headers: { authorization: `Bearer ${canaries.next('wrong-token')}` },
  })
  const metrics = await admin.ask({
    about: 'metrics',
    method: 'GET',
    path: '/metrics',
    headers: { authorization: `Bearer ${canaries.adminToken}` },
  })
  const said = await runCommands(installation, canaries)

  await installation.cluster.stop()
  const down = await sendIntoFailure(stage, 'database down')
  await recorder.ask({ about: 'ready', method: 'GET', path: '/readyz' })
  await startPostgres(installation.cluster.folder, { port: installation.cluster.port, durable: false, settings: postgres })
  await facet.kill('SIGTERM')

  const statusesOf = (answers: Answer[]): number[] => answers.map(({ status }) => status)
  const sinks: Sink[] = [
    { name: 'log of facet', parts: [readFileSync(facet.logFile)], marker: mark },
    { name: 'answers over HTTP', parts: [recorder.content(), admin.content()], marker: mark },
    { name: 'spans', parts: collector.payloads, marker: mark },
    { name: 'metrics', parts: [Buffer.from(metrics.text)], marker: 'setEnvVariables' },
    { name: 'what commands say', parts: [said], marker: tenant.host },
    ...(await databaseSinks(installation, mark)),
  ]
  const reports = sinks.map((sink) => searchSink(sink, canaries))
  for (const { sink, bytes, parts, isMarkerFound, planted, hits } of reports)
    say(
      `${sink.padEnd(32)} ${String(bytes).padStart(11)} bytes in ${parts}; marker ${isMarkerFound ? 'found' : 'MISSING'}; planted ${planted.found}/${planted.of}; ${hits.length} hits ${JSON.stringify(hits.slice(0, 5))}`,
    )
  const isStaged =
    statusesOf(stored).every((status) => status === 200) &&
    statusesOf(refused).every((status) => status >= 400 && status < 500) &&
    [denied[0], broken[0]].every((answer) => answer?.status === 500) &&
    statusesOf(down).every((status) => status === 503)
  return {
    isPassed: isStaged && reports.every(isClean),
    figures: {
      secretsPlanted: canaries.count(),
      answers: recorder.statuses(),
      isStaged,
      hits: reports.reduce((total, { hits }) => total + hits.length, 0),
      sinks: Object.fromEntries(
        reports.map(({ sink, bytes, isMarkerFound, planted }) => [
          sink,
          { bytes, isMarkerFound, planted: `${planted.found}/${planted.of}` },
        ]),
      ),
    },
  }
}

export const secrets: Trial = {
  name: 'secrets',
  summary: 'no secret in plain, base64, hex, gzip or URL form in logs, answers, traces, metrics, dumps, WAL or files',
  watches: [
    'apps/server/src/adapters/',
    'apps/server/src/secrets/',
    'apps/server/src/http/',
    'apps/server/src/embed/',
    'apps/server/src/commands/',
    'apps/server/src/domains/',
    'apps/server/src/config.ts',
    'apps/server/src/failure.ts',
    'apps/server/src/audit.ts',
  ],
  needs: ['postgres'],
  short: { seconds: 23, pace: 'works' },
  run: async ({ say }) => {
    const canaries = createCanaries()
    const collector = await startCollector()
    const installation = await createInstallation({
      durable: false,
      settings: { FACET_ROOT_KEY: canaries.rootKey.toString('base64') },
      postgres,
    })
    try {
      return await run(installation, canaries, collector, say)
    } finally {
      await installation.close()
      await collector.close()
    }
  },
}
