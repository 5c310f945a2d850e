import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@facet/testkit/net'
import { openRelay } from '@facet/testkit/relay'
import { startTrialStack, type TrialStack } from '../../../harness/stack.ts'
import { serveModel } from '../../isolation/isolation/deployment.ts'
import { createWarehouse } from '../../isolation/isolation/warehouse.ts'
import { builtProbe, servedProbe } from './hostile-model.ts'
import { readProbe, type Target, type Tried } from './probe.ts'

export type Found = { targets: number; inside: Record<string, Tried[]> }

/** Everything that `stack.json` names, and its surroundings. In this network, foreign addresses lead to the trap. */
const targetsOf = (stack: TrialStack, runFolder: string, adminPort: number, trapPort: number): Target[] => {
  const state = JSON.parse(readFileSync(join(stack.folder, 'stack.json'), 'utf8')) as { server: { pid: number } } & Record<string, unknown>
  const canary = join(stack.folder, 'canary')
  writeFileSync(canary, 'a file of the host')
  const { pid } = state.server
  const addresses = Object.entries(state).flatMap(([name, value]) => {
    const port = typeof value === 'string' && name !== 'baseUrl' ? /^(?:\w+:\/\/\S*?)?[\w.]*:(\d+)(?:\/\S*)?$/.exec(value)?.[1] : undefined
    return port === undefined ? [] : [{ name: `the port of ${name}`, kind: 'tcp' as const, host: '127.0.0.1', port: Number(port) }]
  })
  const unknown = ['postgresUrl', 's3Endpoint', 'temporalAddress'].filter((name) => !addresses.some((one) => one.name.endsWith(` ${name}`)))
  if (unknown.length > 0) throw new Error(`The stack does not say where it has ${unknown.join(', ')}.`)
  // The name is 12 random characters.
  const [socket] = globSync(join(runFolder, `*/${'?'.repeat(12)}`))
  const [model] = globSync(join(stack.folder, 'data/**/model/probe.js'))
  if (socket === undefined || model === undefined) throw new Error('The socket or the files of the neighbour engine were not found.')
  return [
    { name: 'a file of the host', kind: 'file', path: canary, contains: 'a file of the host' },
    { name: 'the secrets of the stack', kind: 'file', path: join(stack.folder, 'keeping.json'), contains: 'rootKey' },
    { name: 'password hashes', kind: 'file', path: '/etc/shadow', contains: 'root:' },
    { name: 'folders of data models and artifacts', kind: 'list', path: join(stack.folder, 'data'), contains: '' },
    { name: 'a file written on the host', kind: 'write', path: join(stack.folder, 'written-by-probe') },
    { name: 'variables of the service, of its process', kind: 'file', path: `/proc/${pid}/environ`, contains: 'FACET_ROOT_KEY' },
    { name: 'a program that sees the service', kind: 'run', command: `cat /proc/${pid}/cmdline`, contains: 'serve' },
    { name: 'a signal to the service', kind: 'signal', pid },
    { name: 'variables of the service, inherited', kind: 'env', variable: 'FACET_ROOT_KEY' },
    { name: 'the API', kind: 'tcp', host: '127.0.0.1', port: Number(new URL(stack.url).port) },
    { name: 'the admin listener', kind: 'tcp', host: '127.0.0.1', port: adminPort },
    { name: 'the metadata address of clouds', kind: 'tcp', host: '169.254.169.254', port: trapPort },
    { name: 'a private address', kind: 'tcp', host: '10.0.0.1', port: trapPort },
    { name: 'the internet', kind: 'tcp', host: '93.184.215.14', port: trapPort },
    { name: 'the engine of another deployment', kind: 'socket', path: socket },
    { name: 'the data model of another deployment', kind: 'file', path: model, contains: 'probe' },
    ...addresses,
  ]
}

const session = async ({ client }: TrialStack, deploymentId: number): Promise<string> => {
  const { sessionId } = await client.generateSession({ body: { deploymentId, externalId: 'prober' } })
  return (await client.exchangeSession({ body: { sessionId } })).token
}

const ask = async (stack: TrialStack, dataPath: string, path: string, token: string): Promise<string> => {
  const query = encodeURIComponent(JSON.stringify({ dimensions: ['probe.result'] }))
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`${stack.url}${dataPath}/${path}?query=${query}`, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (attempt > 60 || (response.status !== 503 && !text.includes('Continue wait'))) return text
  }
}

const required = (where: string, text: string, targets: readonly Target[]): Tried[] => {
  const tried = readProbe(text, targets)
  if (tried === null) throw new Error(`The probe ${where} returned nothing: ${text.slice(0, 1000)}`)
  return tried
}

/** `cube.js` writes its result into the parameters of the statement. */
const parametersIn = (text: string): string => {
  const { sql } = JSON.parse(text) as { sql?: { sql?: [string, unknown[]] } }
  return sql?.sql ? JSON.stringify(sql.sql[1]) : text
}

const attackAll = async (): Promise<Found> => {
  await using open = new AsyncDisposableStack()
  // Socket paths have a length limit.
  const runFolder = mkdtempSync(join(tmpdir(), 'facet-'))
  open.defer(() => rmSync(runFolder, { recursive: true, force: true }))
  const adminPort = await freePort()
  const stack = await startTrialStack({
    FACET_RUN_FOLDER: runFolder,
    FACET_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
    FACET_ADMIN_TOKEN: 'trial-trial-trial-trial-trial-trial',
  })
  open.defer(stack.close)
  // The declared address of the warehouse leads to the PostgreSQL of the service, whose own address is not declared.
  const relay = await openRelay(stack.postgresUrl)
  open.defer(relay.close)
  const trap = createServer((socket) => socket.destroy()).listen(0, '0.0.0.0')
  open.defer(() => void trap.close())
  await once(trap, 'listening')
  const warehouse = await createWarehouse((database) => Object.assign(new URL(stack.postgresUrl), { pathname: `/${database}` }).href)
  open.defer(warehouse.close)
  const relayPort = new URL(relay.url).port
  const variables = warehouse.variables.map(({ name, value }) => ({ name, value: name === 'CUBEJS_DB_PORT' ? relayPort : value }))
  // A running neighbour, whose socket and files are among the targets.
  const neighbour = await serveModel(stack, { variables }, 'Neighbour', servedProbe([]))
  await ask(stack, neighbour.dataPath, 'load', await session(stack, neighbour.deploymentId))

  const targets = targetsOf(stack, runFolder, adminPort, (trap.address() as AddressInfo).port)
  const built = await serveModel(stack, { variables }, 'Built', builtProbe(targets)).then(() => '', String)
  const served = await serveModel(stack, { variables }, 'Served', servedProbe(targets))
  const token = await session(stack, served.deploymentId)
  return {
    targets: targets.length,
    inside: {
      'while it is built': required('of the build', built, targets),
      'in the model': required('of the model', await ask(stack, served.dataPath, 'load', token), targets),
      'in cube.js': required('of cube.js', parametersIn(await ask(stack, served.dataPath, 'sql', token)), targets),
    },
  }
}

process.stdout.write(`${JSON.stringify(await attackAll())}\n`)
