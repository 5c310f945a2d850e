import { type OperationShape, operations } from '@facet/contract'
import { type GitServer, startGitServer } from '@facet/testkit/git'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { answerTimeoutMs, startGateway, type Traffic } from './fuzz/gateway.ts'
import { prepareRequests } from './fuzz/prepared.ts'
import { fuzzRaw } from './fuzz/raw.ts'
import { runSchemathesis } from './fuzz/schemathesis.ts'
import { createStand, insertEmbedTenant } from './fuzz/stand.ts'

const seed = 20_261
const leastShareOfDone = 1 / 3

const inDocument = Object.values<OperationShape>(operations).filter(({ removed }) => !removed)

// Sync results need a running sync, the key rotation a host over SSH. Python never runs.
const needsMore = new Set<string>(['getDbtSyncDiff', 'getDbtSyncReport', 'getDbtSyncResult', 'postDashboardPythonRun', 'rotateDbtSshKey'])
/** Operations that forward to an engine. This installation has none, so 503 is correct. */
const asksEngine = inDocument.filter(({ failures }) => failures.includes('engine_unavailable')).map(({ id }) => id)
/** Operations that this version does not have: 501 is correct. */
const notBuilt = inDocument.filter(({ failures }) => failures.includes('not_in_this_version')).map(({ id }) => id)
const mayRefuse = (id: string): boolean => asksEngine.includes(id) || notBuilt.includes(id)
const mustSucceed = inDocument.map(({ id }) => id).filter((id) => !mayRefuse(id) && !needsMore.has(id))

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const countWhere = ({ statuses }: Traffic, isCounted: (status: number, id: string) => boolean): number =>
  [...statuses]
    .flatMap(([id, counts]) => [...counts].map(([status, count]) => (isCounted(status, id) ? count : 0)))
    .reduce((total, count) => total + count, 0)

const run = async (installation: Installation, host: GitServer, { quick, say }: TrialOptions): Promise<Finding> => {
  const tenant = await installation.createTenant('fuzz')
  const facet = await installation.serve({
    FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
    FACET_REMOTE_CA_FILE: host.caFile,
    // Nothing listens here: started syncs wait.
    FACET_TEMPORAL_ADDRESS: '127.0.0.1:1',
  })
  const api = installation.client(facet, tenant)
  const { secret } = await api.createApiKey({ body: { name: 'fuzzer' } })
  await insertEmbedTenant(installation.adminUrl, tenant.tenantId)
  const stand = await createStand(api)
  await stand.restoreSettings()
  const gateway = await startGateway(facet.url, stand, await prepareRequests(api, stand, host))
  const { report, output } = await runSchemathesis({
    folder: installation.folder,
    document: await api.getSpec({}),
    headers: { authorization: `Bearer ${secret}`, 'x-forwarded-host': tenant.host },
    serviceAccountId: await stand.standing.serviceAccountId(),
    seed,
    // Longer than the gateway waits, because the gateway reports the operation.
    timeoutSeconds: answerTimeoutMs / 1000 + 10,
    mayRefuse: [...asksEngine, ...notBuilt],
    url: gateway.url,
    // The coverage phase tries every boundary of every schema. It is deterministic and the slowest.
    phases: quick ? ['examples', 'fuzzing'] : ['examples', 'coverage', 'fuzzing'],
    examples: quick ? 5 : 200,
  })
  await gateway.close()
  if (report.exit_code !== 0) say(output)

  const { traffic } = gateway
  for (const [operation, counts] of traffic.statuses) say(`${operation.padEnd(24)} ${JSON.stringify(Object.fromEntries(counts))}`)
  const answers = countWhere(traffic, () => true)
  const done = countWhere(traffic, isSuccess)
  const isCorrect = (status: number, id: string): boolean =>
    (status === 503 && asksEngine.includes(id)) || (status === 501 && notBuilt.includes(id))
  const serverErrors = countWhere(traffic, (status, id) => status >= 500 && !isCorrect(status, id))
  const neverDone = mustSucceed.filter((id) => ![...(traffic.statuses.get(id)?.keys() ?? [])].some(isSuccess))
  const aim = { host: tenant.host, secret, deploymentId: await stand.standing.deploymentId() }
  const raw = await fuzzRaw(facet, aim, { seed, requests: quick ? 400 : 12_000 })
  for (const finding of [...raw.serverErrors, ...raw.unshaped, ...raw.hung].slice(0, 20)) say(JSON.stringify(finding))
  const isUp = !facet.hasExited() && (await api.listRegions({})).items.length > 0
  return {
    ...judged({
      'the service is up': isUp,
      'every operation succeeded once': neverDone.length === 0,
      'no raw request got 5xx': raw.serverErrors.length === 0,
      'every failure of a raw request has the documented shape': raw.unshaped.length === 0,
      'no raw request hung': raw.hung.length === 0,
      'schemathesis found nothing': report.exit_code === 0 && report.test_cases.unique_failures === 0 && report.errors.length === 0,
      'schemathesis tested every operation': report.operations.tested === inDocument.length,
      'no request got 5xx': serverErrors === 0,
      'every request got a response': traffic.unanswered.length === 0,
      'every request could be prepared': traffic.unprepared.length === 0,
      'a third of the requests succeeded': done / answers >= leastShareOfDone,
    }),
    figures: {
      seed,
      operations: report.operations.tested,
      cases: report.test_cases.generated,
      answers,
      done,
      serverErrors,
      neverDone,
      unanswered: traffic.unanswered.slice(0, 5),
      unprepared: traffic.unprepared.slice(0, 5),
      slow: traffic.slow,
      raw: { ...raw, serverErrors: raw.serverErrors.length, unshaped: raw.unshaped.length, hung: raw.hung.length },
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'fuzz',
  runsOn: 'landing',
  summary: 'generated requests for every documented operation, and raw bytes on the socket',
  claim: 'Every response matches the OpenAPI document, and no input causes an internal error.',
  gate: '0 responses with 5xx, 0 outside the schema, 0 missing. At least a third 2xx, and every operation succeeds once.',
  onFailure:
    'The report names the request. `neverDone` lists operations without a 2xx: their preparation is outdated (`fuzz/prepared.ts`).',
  needs: ['postgres', 'schemathesis'],
  short: { seconds: 60, pace: 'works' },
  run: async (options) => {
    const host = await startGitServer({ host: 'localhost' })
    const installation = await createInstallation({ durable: false })
    try {
      return await run(installation, host, options)
    } finally {
      await installation.close()
      await host.close()
    }
  },
}
