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

/**
 * Values that mean something here and that no schema can name. Without them nearly every body is refused for the first thing
 * in it; with them most get past that, and some still do not.
 */
const dictionaries: Record<string, { values: (string | number)[]; fields: string[]; probability: number }> = {
  region: { values: ['local'], fields: ['body.region'], probability: 0.8 },
  role: { values: ['Viewer', 'Developer', 'Explorer', 'Admin'], fields: ['body.role'], probability: 0.8 },
  version: { values: ['1.7.43', 'v1.7.43', 'cubejs/cube:v1.7.43'], fields: ['body.releaseChannelVersion'], probability: 0.8 },
  variable: { values: ['CUBEJS_DB_HOST', 'CUBEJS_DB_PASS', '_', 'a1'], fields: ['body.env_variables[*].name'], probability: 0.8 },
  operation: { values: ['getDeployment', 'listRegions', 'createApiKey'], fields: ['body.operations[*]'], probability: 0.8 },
  future: { values: ['2099-01-01T00:00:00Z', '2099-12-31T23:59:59.999+14:00'], fields: ['body.expiresAt'], probability: 0.7 },
  // An empty cursor is the first page; one that was made up never is any.
  cursor: { values: [''], fields: ['query.after'], probability: 0.7 },
}

/** No engine runs here: such operations say so, which is no defect of theirs. */
const withoutEngine = (ids: readonly string[]): string[] => [
  '[[operations]]',
  `include-operation-id = ${JSON.stringify(ids)}`,
  'checks.not_a_server_error.expected-statuses = ["2xx", "4xx", "503"]',
]

const configuration = (serviceAccountId: number, asksEngine: readonly string[]): string => {
  const all = { ...dictionaries, account: { values: [serviceAccountId], fields: ['body.serviceAccountId'], probability: 0.8 } }
  const lines = Object.entries(all).flatMap(([name, { values }]) => [`[dictionaries.${name}]`, `values = ${JSON.stringify(values)}`])
  const bindings = Object.entries(all).flatMap(([name, { fields, probability }]) =>
    fields.map((field) => `"${field}" = { dictionary = "${name}", probability = ${probability} }`),
  )
  return [...lines, '[parameters]', ...bindings, ...withoutEngine(asksEngine), ''].join('\n')
}

/** Runs the tool over the document; its own words go to a file beside the report. */
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
  /** May say that there is no engine. */
  asksEngine: readonly string[]
  /** These operations and no others. */
  only?: string[]
}): Promise<{ report: FuzzReport; output: string }> => {
  const program = process.env['FACET_SCHEMATHESIS']
  if (!program) throw new Error('FACET_SCHEMATHESIS is not set: source tools/env after running tools/setup.')
  const document = join(options.folder, 'openapi.json')
  const reportFile = join(options.folder, 'schemathesis.json')
  const config = join(options.folder, 'schemathesis.toml')
  writeFileSync(document, JSON.stringify(options.document))
  writeFileSync(config, configuration(options.serviceAccountId, options.asksEngine))
  const args = [
    '--config-file',
    config,
    'run',
    document,
    '--url',
    options.url,
    ...Object.entries(options.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(options.only ?? []).flatMap((id) => ['--include-operation-id', id]),
    ...['--phases', options.phases.join(','), '--checks', checks.join(','), '--continue-on-failure'],
    ...['--max-examples', String(options.examples), '--seed', String(options.seed), '--generation-database', 'none'],
    ...[
      '--request-timeout',
      String(options.timeoutSeconds),
      '--workers',
      '2',
      '--report',
      'json',
      '--report-json-path',
      reportFile,
      '--no-color',
    ],
  ]
  const child = spawn(program, args, { cwd: options.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  return { report: JSON.parse(readFileSync(reportFile, 'utf8')) as FuzzReport, output: Buffer.concat(output).toString() }
}
