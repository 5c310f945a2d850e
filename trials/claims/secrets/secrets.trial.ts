import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '@facet/testkit/postgres'
import type { TemporalServer } from '@facet/testkit/temporal'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { createCanaries } from './secrets/canaries.ts'
import { startCollector } from './secrets/collector.ts'
import { runCommands } from './secrets/commands.ts'
import { givePassword } from './secrets/database-password.ts'
import { expectedEnds } from './secrets/dbt-syncs.ts'
import { createWarehouse, startLongWork } from './secrets/long-work.ts'
import { type Setting, startPass } from './secrets/pass.ts'
import { findUnseen } from './secrets/planted.ts'
import { plantedChanges } from './secrets/plants.ts'
import type { Answer } from './secrets/recorder.ts'
import { startGitHosts } from './secrets/remotes.ts'
import { isClean, searchSink } from './secrets/report.ts'
import { sendIntoFailure, sendRefused } from './secrets/requests.ts'
import { createScan } from './secrets/scanner.ts'
import { misuseSessions, prepareSessions } from './secrets/sessions.ts'
import { type Sink, sinkNames } from './secrets/sinks.ts'

// More than production writes: every statement with its parameters. Secrets are sealed before they get that far.
const postgres = { log_statement: 'all', log_parameter_max_length: '-1', log_parameter_max_length_on_error: '-1' }

const withDamage = async (installation: Installation, damage: string, repair: string, work: () => Promise<Answer[]>): Promise<Answer[]> => {
  await installation.sql(damage)
  const answers = await work()
  await installation.sql(repair)
  return answers
}

const statusesOf = (answers: Answer[]): number[] => answers.map(({ status }) => status)
const isDone = (status: number): boolean => status >= 200 && status < 300
const isRefused = (status: number): boolean => status >= 400 && status < 500

/** Secrets taken in, made, used, refused and under way when things break; then everything that was written down. */
const passThrough = async (setting: Setting): Promise<{ sinks: Sink[]; isStaged: boolean; figures: Record<string, unknown> }> => {
  const { installation, canaries } = setting
  await givePassword(installation, canaries.databasePassword)
  const pass = await startPass(setting, 'secrets')
  const used = await pass.useAll()
  const [engine, dbt] = await Promise.all([pass.useEngine(), pass.useDbt()])
  const refused = [...(await sendRefused(pass)), ...(await misuseSessions(pass))]
  const sendSessions = await prepareSessions(pass)
  const denied = await withDamage(
    installation,
    'revoke insert on env_variables from facet_service; alter function facet_exchange_sessions(jsonb) rename to facet_exchange_nothing',
    'grant insert on env_variables to facet_service; alter function facet_exchange_nothing(jsonb) rename to facet_exchange_sessions',
    async () => [...(await sendIntoFailure(pass, 'permission denied')), ...(await sendSessions('no such function'))],
  )
  const broken = await withDamage(
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

  const [deniedVariables, deniedKey, ...deniedSessions] = statusesOf(denied)
  const groups = {
    used: statusesOf(used).every(isDone),
    engine:
      statusesOf(engine.good).every(isDone) &&
      statusesOf(engine.failed).every((status) => status >= 400 && status !== 503) &&
      engine.isBrokenRefused,
    dbt:
      statusesOf(dbt.answers).every(isDone) &&
      statusesOf(dbt.refused).every((status) => status === 403) &&
      isDeepStrictEqual(dbt.ends, expectedEnds),
    refused: statusesOf(refused).every(isRefused),
    denied: [deniedVariables, ...deniedSessions].every((status) => status === 500) && deniedKey === 401,
    broken: broken[0]?.status === 500,
    commands: areAsExpected,
    down: statusesOf(down).every((status) => status === 503),
    ownKeys: Object.values(ownKeys).every((count) => count > 0),
  }
  return {
    sinks: [...sinks, { name: sinkNames.commands, parts: [said], marker: 'secrets.test' }],
    isStaged: Object.values(groups).every(Boolean),
    figures: { secretsPlanted: canaries.count(), ownKeys, answers: pass.recorder.statuses(), dbt: dbt.ends, staged: groups },
  }
}

const run = async (setting: Setting, { plants, say }: TrialOptions): Promise<Finding> => {
  const { sinks, isStaged, figures } = await passThrough(setting)
  const scan = createScan(setting.canaries.list())
  const reports = sinks.map((sink) => searchSink(sink, scan))
  for (const { sink, bytes, parts, isMarkerFound, planted, hits } of reports)
    say(
      `${sink.padEnd(32)} ${String(bytes).padStart(11)} bytes in ${parts}; marker ${isMarkerFound ? 'found' : 'MISSING'}; planted ${planted.found}/${planted.of}; ${hits.length} hits ${JSON.stringify(hits.slice(0, 5))}`,
    )
  const leaks = plants ? await findUnseen({ ...setting, canaries: createCanaries(setting.canaries.rootKey) }) : undefined
  return {
    isPassed: isStaged && reports.every(isClean) && (leaks === undefined || leaks.unseen.length === 0),
    figures: {
      ...figures,
      isStaged,
      hits: reports.reduce((total, { hits }) => total + hits.length, 0),
      leaks,
      sinks: Object.fromEntries(
        reports.map(({ sink, bytes, isMarkerFound, planted }) => [
          sink,
          { bytes, isMarkerFound, planted: `${planted.found}/${planted.of}` },
        ]),
      ),
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
  plants: [plantedChanges],
  needs: ['bubblewrap', 'cube', 'dbt', 'postgres', 'ssh', 'temporal'],
  short: { seconds: 85, pace: 'works' },
  run: async (options) => {
    const canaries = createCanaries()
    const collector = await startCollector()
    const hosts = await startGitHosts()
    const installation = await createInstallation({
      durable: false,
      settings: { FACET_ROOT_KEY: canaries.rootKey.toString('base64') },
      postgres,
    })
    let temporal: TemporalServer | null = null
    try {
      temporal = await startLongWork(installation)
      const warehouse = await createWarehouse(installation, canaries)
      return await run({ installation, canaries, collector, hosts, temporalAddress: temporal.address, warehouse }, options)
    } finally {
      await temporal?.stop()
      await installation.close()
      await hosts.close()
      await collector.close()
    }
  },
}
