import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '@facet/testkit/postgres'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import type { Finding, Trial } from '../../trial.ts'
import { createCanaries } from './secrets/canaries.ts'
import { startCollector } from './secrets/collector.ts'
import { runCommands } from './secrets/commands.ts'
import { expectedEnds } from './secrets/dbt-syncs.ts'
import { createWarehouse, givePassword, startLongWork } from './secrets/long-work.ts'
import { type Setting, startPass } from './secrets/pass.ts'
import type { Answer } from './secrets/recorder.ts'
import { startGitHosts } from './secrets/remotes.ts'
import { sendIntoFailure, sendRefused } from './secrets/requests.ts'
import { createScan, type Scan, wanted } from './secrets/scanner.ts'
import { misuseSessions, prepareSessions } from './secrets/sessions.ts'
import type { Sink } from './secrets/sinks.ts'

// Logs more than production does: every statement with its parameters, which contain secrets only sealed.
const postgres = { log_statement: 'all', log_parameter_max_length: '-1', log_parameter_max_length_on_error: '-1' }

const withDamage = async (installation: Installation, damage: string, repair: string, work: () => Promise<Answer[]>): Promise<Answer[]> => {
  await installation.sql(damage)
  const answers = await work()
  await installation.sql(repair)
  return answers
}

const haveStatus = (answers: Answer[], is: (status: number) => boolean): boolean => answers.every(({ status }) => is(status))
const isDone = (status: number): boolean => status >= 200 && status < 300
const isRefused = (status: number): boolean => status >= 400 && status < 500

/** Stores, creates, uses and misuses secrets, also while the database fails. Returns the sinks, and whether each step went as expected. */
const passThrough = async (setting: Setting) => {
  const { installation, canaries } = setting
  await givePassword(installation, canaries.databasePassword)
  const pass = await startPass(setting)
  const used = await pass.useAll()
  const [engine, dbt] = await Promise.all([pass.useEngine(), pass.useDbt()])
  const refused = [...(await sendRefused(pass)), ...(await misuseSessions(pass))]
  const sendSessions = await prepareSessions(pass)
  const [deniedVariables, deniedKey, ...deniedSessions] = await withDamage(
    installation,
    'revoke insert on env_variables from facet_service; alter function facet_exchange_sessions(jsonb) rename to facet_exchange_nothing',
    'grant insert on env_variables to facet_service; alter function facet_exchange_nothing(jsonb) rename to facet_exchange_sessions',
    async () => [...(await sendIntoFailure(pass, 'permission denied')), ...(await sendSessions('no such function'))],
  )
  const [broken] = await withDamage(
    installation,
    "alter table env_variables add constraint trial check (name <> 'LATE_SECRET')",
    'alter table env_variables drop constraint trial',
    () => sendIntoFailure(pass, 'constraint broken'),
  )
  const wrongToken = { authorization: `Bearer ${canaries.next('wrong-token')}` }
  await pass.admin.ask({ about: 'wrong token', method: 'GET', path: '/metrics', headers: wrongToken })
  const { said, areAsExpected } = await runCommands(installation, canaries)

  await installation.cluster.stop()
  const down = [...(await sendIntoFailure(pass, 'database down')), ...(await sendSessions('database down'))]
  await pass.recorder.ask({ about: 'ready', method: 'GET', path: '/readyz' })
  await startPostgres(installation.cluster.folder, { port: installation.cluster.port, durable: false, settings: postgres })
  const { sinks, ownKeys } = await pass.end()

  const staged = {
    used: haveStatus(used, isDone),
    engine:
      haveStatus(engine.good, isDone) && haveStatus(engine.failed, (status) => status >= 400 && status !== 503) && engine.isBrokenRefused,
    dbt:
      haveStatus(dbt.answers, isDone) && haveStatus(dbt.refused, (status) => status === 403) && isDeepStrictEqual(dbt.ends, expectedEnds),
    refused: haveStatus(refused, isRefused),
    denied: [deniedVariables, ...deniedSessions].every((answer) => answer?.status === 500) && deniedKey?.status === 401,
    broken: broken?.status === 500,
    commands: areAsExpected,
    down: haveStatus(down, (status) => status === 503),
    ownKeys: Object.values(ownKeys).every((count) => count > 0),
  }
  const all: Sink[] = [...sinks, { name: 'output of commands', parts: [said], marker: 'secrets.test' }]
  return { sinks: all, staged, figures: { secrets: canaries.count(), ownKeys, answers: pass.recorder.statuses(), dbt: dbt.ends, staged } }
}

const searchSink = ({ name, parts, marker }: Sink, scan: Scan) => {
  const scanForMarker = createScan([wanted('marker', marker)])
  return {
    sink: name,
    bytes: parts.reduce((total, part) => total + part.length, 0),
    isMarkerFound: parts.some((part) => scanForMarker(part).length > 0),
    hits: parts.flatMap(scan),
  }
}

const run = async (setting: Setting, say: (line: string) => void): Promise<Finding> => {
  const { sinks, staged, figures } = await passThrough(setting)
  const scan = createScan(setting.canaries.list())
  const reports = sinks.map((sink) => searchSink(sink, scan))
  for (const { sink, bytes, isMarkerFound, hits } of reports)
    say(
      `${sink.padEnd(32)} ${String(bytes).padStart(11)} bytes; marker ${isMarkerFound ? 'found' : 'MISSING'}; ${hits.length} hits ${JSON.stringify(hits.slice(0, 5))}`,
    )
  return {
    ...judged({
      'no sink contains a secret': reports.every(({ hits }) => hits.length === 0),
      'every sink contains its marker': reports.every(({ isMarkerFound }) => isMarkerFound),
      'every step of the setup went as expected': Object.values(staged).every(Boolean),
    }),
    figures: {
      ...figures,
      hits: reports.reduce((total, { hits }) => total + hits.length, 0),
      sinks: Object.fromEntries(reports.map(({ sink, bytes, isMarkerFound }) => [sink, { bytes, isMarkerFound }])),
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'secrets',
  runsOn: 'landing',
  summary: 'search for canary secrets in logs, responses, traces, metrics, processes, files, dumps and stores',
  claim: 'Secrets appear in no log, response, trace, metric, dump, artifact, commit or process list.',
  gate: '0 hits in plain, base64, hex, URL-encoded, gzip and zlib form. A marker is found in every sink.',
  onFailure: '`hits` names sink and canary. A missing marker: the sink was empty or misread. `staged` names a setup step that failed.',
  needs: ['bubblewrap', 'cube', 'dbt', 'postgres', 'ssh', 'temporal'],
  short: { seconds: 85, pace: 'works' },
  run: async ({ say }) => {
    await using open = new AsyncDisposableStack()
    const canaries = createCanaries()
    const collector = await startCollector()
    open.defer(collector.close)
    const hosts = await startGitHosts()
    open.defer(hosts.close)
    const settings = { FACET_ROOT_KEY: canaries.rootKey.toString('base64') }
    const installation = await createInstallation({ durable: false, settings, postgres })
    open.defer(installation.close)
    const temporal = await startLongWork(installation)
    open.defer(temporal.stop)
    const warehouse = await createWarehouse(installation, canaries)
    return await run({ installation, canaries, collector, hosts, temporalAddress: temporal.address, warehouse }, say)
  },
}
