import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type FuzzReport = {
  operations: { selected: number; tested: number; errored: number }
  test_cases: { generated: number; with_failures: number; unique_failures: number; errored: number }
  failures: unknown[]
  errors: unknown[]
  exit_code: number
}

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
]

type Dictionaries = Record<string, { values: (string | number)[]; field: string; probability?: number }>

/** Values that no schema can describe. Without them, nearly every body fails at its first field. */
const dictionaries: Dictionaries = {
  region: { values: ['local'], field: 'body.region' },
  role: { values: ['Viewer', 'Developer', 'Explorer', 'Admin'], field: 'body.role' },
  version: { values: ['1.7.43', 'v1.7.43', 'cubejs/cube:v1.7.43'], field: 'body.releaseChannelVersion' },
  variable: { values: ['CUBEJS_DB_HOST', 'CUBEJS_DB_PASS', '_', 'a1'], field: 'body.env_variables[*].name' },
  operation: { values: ['getDeployment', 'listRegions', 'createApiKey'], field: 'body.operations[*]' },
  future: { values: ['2099-01-01T00:00:00Z', '2099-12-31T23:59:59.999+14:00'], field: 'body.expiresAt', probability: 0.7 },
  // An empty cursor is the first page. Invented cursors are invalid.
  cursor: { values: [''], field: 'query.after', probability: 0.7 },
}

/** Accepts 503 from these operations, because no engine runs, and 501, because this version does not have them. */
const mayRefuseIn = (ids: readonly string[]): string[] => [
  '[[operations]]',
  `include-operation-id = ${JSON.stringify(ids)}`,
  'checks.not_a_server_error.expected-statuses = ["2xx", "4xx", "501", "503"]',
]

const configuration = (serviceAccountId: number, mayRefuse: readonly string[]): string => {
  const account = { values: [serviceAccountId], field: 'body.serviceAccountId' }
  const all = Object.entries<Dictionaries[string]>({ ...dictionaries, account })
  const lines = all.flatMap(([name, { values }]) => [`[dictionaries.${name}]`, `values = ${JSON.stringify(values)}`])
  const bindings = all.map(
    ([name, { field, probability = 0.8 }]) => `"${field}" = { dictionary = "${name}", probability = ${probability} }`,
  )
  return [...lines, '[parameters]', ...bindings, ...mayRefuseIn(mayRefuse), ''].join('\n')
}

/** Runs schemathesis on an OpenAPI document. Returns its report and its output. */
export const runSchemathesis = async (options: {
  folder: string
  document: unknown
  url: string
  headers: Record<string, string>
  serviceAccountId: number
  phases: string[]
  examples: number
  seed: number
  timeoutSeconds: number
  /** Operations that may respond 501 or 503. */
  mayRefuse: readonly string[]
}): Promise<{ report: FuzzReport; output: string }> => {
  const program = process.env['FACET_SCHEMATHESIS']
  if (!program) throw new Error('FACET_SCHEMATHESIS is not set: source tools/env after running tools/setup.')
  const document = join(options.folder, 'openapi.json')
  const reportFile = join(options.folder, 'schemathesis.json')
  const config = join(options.folder, 'schemathesis.toml')
  writeFileSync(document, JSON.stringify(options.document))
  writeFileSync(config, configuration(options.serviceAccountId, options.mayRefuse))
  const args = [
    ...['--config-file', config, 'run', document, '--url', options.url],
    ...Object.entries(options.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['--phases', options.phases.join(','), '--checks', checks.join(','), '--continue-on-failure'],
    ...['--max-examples', String(options.examples), '--seed', String(options.seed), '--generation-database', 'none'],
    ...['--request-timeout', String(options.timeoutSeconds), '--workers', '2'],
    ...['--report', 'json', '--report-json-path', reportFile, '--no-color'],
  ]
  const child = spawn(program, args, { cwd: options.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  return { report: JSON.parse(readFileSync(reportFile, 'utf8')) as FuzzReport, output: Buffer.concat(output).toString() }
}
