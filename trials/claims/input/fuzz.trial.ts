import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { type GitServer, startGitServer } from '@facet/testkit/git'
import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { answerTimeoutMs, type Passed, type Spoiled, startGateway } from './fuzz/gateway.ts'
import { prepareRequests } from './fuzz/prepared.ts'
import { fuzzRaw } from './fuzz/raw.ts'
import { runSchemathesis } from './fuzz/schemathesis.ts'
import { createStand, insertEmbedTenant, type Stand } from './fuzz/stand.ts'

const seed = 20_261
const leastShareOfDone = 1 / 3

const inDocument = Object.values<OperationShape>(operations).filter(({ removed }) => !removed)

/** Answered by an engine, of which this installation has none. Whether they are done is for tests with a real one. */
// What is told of a sync once it has run, and a key for a host over SSH: neither is here. And Python, which is run nowhere.
const needsMore = new Set<string>(['getDbtSyncDiff', 'getDbtSyncReport', 'getDbtSyncResult', 'postDashboardPythonRun', 'rotateDbtSshKey'])
const asksEngine = inDocument.filter(({ failures }) => failures.includes('engine_unavailable')).map(({ id }) => id)

const countWhere = ({ statuses }: Passed, isCounted: (status: number, id: string) => boolean): number =>
  [...statuses]
    .flatMap(([id, counts]) => [...counts].map(([status, count]) => ({ id, status, count })))
    .reduce((total, { id, status, count }) => total + (isCounted(status, id) ? count : 0), 0)

const spoiled: Spoiled = {
  listRegions: { status: 200, type: 'application/json', body: '{"items":"none"}' },
  getTenantSettings: { status: 200, type: 'text/html', body: '<p>Settings</p>' },
  getCurrentUser: { status: 418, type: 'application/json', body: '{"code":"teapot"}' },
  getDeployments: { status: 500, type: 'application/json', body: '{"code":"internal_error"}' },
}

/** An operation that can only refuse: no answer of it is wrong, and none is what it is there for. */
const refusing: Spoiled = {
  listServiceAccounts: {
    status: 403,
    type: 'application/json',
    body: '{"code":"forbidden","message":"No.","error":"No.","requestId":"r"}',
  },
}

/** Operations that were never done: whatever is wrong with what they answer then, nobody has seen it. */
const neverDone = ({ statuses }: Passed, ids: readonly string[]): string[] =>
  ids.filter((id) => ![...(statuses.get(id)?.keys() ?? [])].some((status) => status >= 200 && status < 300))

type Fixture = { facet: FacetProcess; stand: Stand; options: Omit<Parameters<typeof runSchemathesis>[0], 'url' | 'phases' | 'examples'> }

/** Answers that are wrong in four ways, each of which must be reported; and an operation that only refuses, which must be missed. */
const findSpoiled = async ({ facet, stand, options }: Fixture): Promise<{ found: number; of: number; missed: string[] }> => {
  const gateway = await startGateway(facet.url, stand, { spoiled: { ...spoiled, ...refusing } })
  const wrong = Object.keys(spoiled)
  const good = ['getSpec']
  const only = [...wrong, ...Object.keys(refusing), ...good]
  const { report } = await runSchemathesis({ ...options, url: gateway.url, only, phases: ['fuzzing'], examples: 2 })
  await gateway.close()
  const told = JSON.stringify(report.failures)
  return {
    found: wrong.filter((id) => told.includes(operations[id as OperationId].path)).length,
    of: wrong.length,
    missed: neverDone(gateway.passed, [...Object.keys(refusing), ...good]),
  }
}

const isPlantedSeen = ({ found, of, missed }: Awaited<ReturnType<typeof findSpoiled>>): boolean =>
  found === of && missed.join() === Object.keys(refusing).join()

const run = async (installation: Installation, host: GitServer, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const tenant = await installation.createTenant('fuzz')
  const facet = await installation.serve({
    FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
    FACET_REMOTE_CA_FILE: host.caFile,
    // Nobody is there: syncs are launched, and wait.
    FACET_TEMPORAL_ADDRESS: '127.0.0.1:1',
  })
  const api = installation.client(facet, tenant)
  const { secret } = await api.createApiKey({ body: { name: 'fuzzer' } })
  await insertEmbedTenant(installation.adminUrl, tenant.tenantId)
  const stand = await createStand(api)
  await stand.restoreSettings()
  const gateway = await startGateway(facet.url, stand, { prepared: await prepareRequests(api, stand, host) })
  const options = {
    folder: installation.folder,
    document: await api.getSpec({}),
    headers: { authorization: `Bearer ${secret}`, 'x-forwarded-host': tenant.host },
    serviceAccountId: await stand.standing.serviceAccountId(),
    seed,
    // The gateway gives up first, and knows whose answer did not come.
    timeoutSeconds: answerTimeoutMs / 1000 + 10,
    asksEngine,
  }
  const { report, output } = await runSchemathesis({
    ...options,
    url: gateway.url,
    // Coverage walks every boundary of every schema: thorough, always the same, and the slowest part.
    phases: quick ? ['examples', 'fuzzing'] : ['examples', 'coverage', 'fuzzing'],
    examples: quick ? 5 : 200,
  })
  await gateway.close()
  if (report.exit_code !== 0) say(output)

  const { passed } = gateway
  const answers = countWhere(passed, () => true)
  const done = countWhere(passed, (status) => status >= 200 && status < 300)
  const broken = countWhere(passed, (status, id) => status >= 500 && !(status === 503 && asksEngine.includes(id)))
  for (const [operation, counts] of passed.statuses) say(`${operation.padEnd(24)} ${JSON.stringify(Object.fromEntries(counts))}`)
  const schema = {
    operations: report.operations.tested,
    cases: report.test_cases.generated,
    failures: report.test_cases.unique_failures,
    errors: report.errors.length,
    answers,
    done,
    shareDone: Number((done / Math.max(1, answers)).toFixed(3)),
    serverErrors: broken,
    unanswered: passed.unanswered.slice(0, 5),
    slow: passed.slow,
    unprepared: passed.unprepared.slice(0, 5),
    neverDone: neverDone(
      passed,
      inDocument.map(({ id }) => id).filter((id) => !asksEngine.includes(id) && !needsMore.has(id)),
    ),
  }
  const planted = plants ? await findSpoiled({ facet, stand, options }) : undefined
  const aim = { host: tenant.host, secret, deploymentId: await stand.standing.deploymentId() }
  const raw = await fuzzRaw(facet, aim, { seed, requests: quick ? 400 : 12_000 })
  for (const finding of [...raw.serverErrors, ...raw.unshaped, ...raw.hung].slice(0, 20)) say(JSON.stringify(finding))
  const isUp = !facet.hasExited() && (await api.listRegions({})).items.length > 0
  return {
    ...judged({
      'the service is up': isUp,
      'what was planted is seen': planted === undefined || isPlantedSeen(planted),
      'every operation was done once': schema.neverDone.length === 0,
      'no raw request was answered 5xx': raw.serverErrors.length === 0,
      'every refusal of a raw request has the one shape': raw.unshaped.length === 0,
      'no raw request hung': raw.hung.length === 0,
      'schemathesis found nothing': report.exit_code === 0 && schema.failures === 0 && schema.errors === 0,
      'schemathesis tested every operation': report.operations.tested === inDocument.length,
      'no request was answered 5xx': broken === 0,
      'every request was answered': passed.unanswered.length === 0,
      'every request could be prepared': passed.unprepared.length === 0,
      'a third of the requests was done': done / answers >= leastShareOfDone,
    }),
    figures: {
      seed,
      schema,
      planted,
      raw: { ...raw, serverErrors: raw.serverErrors.length, unshaped: raw.unshaped.length, hung: raw.hung.length },
      isUp,
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
