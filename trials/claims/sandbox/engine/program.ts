import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@facet/testkit/net'
import { startTrialStack, type TrialStack } from '../../../harness/stack.ts'
import { serveModel } from '../../isolation/isolation/deployment.ts'
import { createWarehouse } from '../../isolation/isolation/warehouse.ts'
import { builtProbe, servedProbe } from './hostile-model.ts'
import { probeSource, readProbe, type Target, type Tried } from './probe.ts'

const run = promisify(execFile)

/** `withoutWall`: the same probe outside the sandbox, with planted faults only. */
export type Found = { targets: number; withoutWall?: Tried[]; inside: Record<string, Tried[]> }

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve) => void server.listen(port, host, () => resolve()))

/** The declared address of the warehouse leads to the server of the service, whose own address is not declared. */
const relayTo = async (port: number): Promise<{ port: number; close: () => void }> => {
  const relay = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1' })
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  const own = await freePort()
  await listen(relay, own, '127.0.0.1')
  return { port: own, close: () => relay.close() }
}

/** Everything that `stack.json` names, and what lies around it. Addresses that are not of this machine lead to our listener. */
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
  // Of twelve characters, by chance.
  const [socket] = globSync(join(runFolder, `*/${'?'.repeat(12)}`))
  const [model] = globSync(join(stack.folder, 'data/**/model/probe.js'))
  if (socket === undefined || model === undefined)
    throw new Error('The engine of the neighbour has no socket or no files where they are looked for.')
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

/** The same code with no wall around it, and the variables of the service, as a plain child of it would have them. */
const runBeside = async (targets: Target[]): Promise<Tried[]> => {
  const source = `${probeSource}\nprobe(${JSON.stringify(targets)}).then((tried) => process.stdout.write(written(tried)))`
  const { stdout } = await run(process.execPath, ['-e', source], { env: { ...process.env, FACET_ROOT_KEY: 'inherited' } })
  return readProbe(stdout, targets) ?? []
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
  if (tried === null) throw new Error(`The probe ${where} was not heard of: ${text.slice(0, 1000)}`)
  return tried
}

/** The statement itself holds what the model found. */
const parametersIn = (text: string): string => {
  const { sql } = JSON.parse(text) as { sql?: { sql?: [string, unknown[]] } }
  return sql?.sql ? JSON.stringify(sql.sql[1]) : text
}

const main = async (arePlanted: boolean): Promise<Found> => {
  const adminPort = await freePort()
  // The paths of sockets are short.
  const runFolder = mkdtempSync(join(tmpdir(), 'facet-'))
  const stack = await startTrialStack({
    FACET_RUN_FOLDER: runFolder,
    FACET_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
    FACET_ADMIN_TOKEN: 'trial-trial-trial-trial-trial-trial',
  })
  const relay = await relayTo(Number(new URL(stack.postgresUrl).port))
  const trap = createServer((socket) => socket.destroy())
  const warehouse = await createWarehouse((database) => Object.assign(new URL(stack.postgresUrl), { pathname: `/${database}` }).href)
  try {
    const trapPort = await freePort()
    await listen(trap, trapPort, '0.0.0.0')
    const declared = warehouse.variables.map(({ name, value }) => ({ name, value: name === 'CUBEJS_DB_PORT' ? String(relay.port) : value }))
    // A neighbour that is awake: its socket and its files are among what is tried.
    const neighbour = await serveModel(stack, { variables: declared }, 'Neighbour', servedProbe([]))
    await ask(stack, neighbour.dataPath, 'load', await session(stack, neighbour.deploymentId))

    const targets = targetsOf(stack, runFolder, adminPort, trapPort)
    const withoutWall = arePlanted ? await runBeside(targets) : undefined
    const built = await serveModel(stack, { variables: declared }, 'Built', builtProbe(targets)).then(
      () => '',
      (error: unknown) => String(error),
    )
    const served = await serveModel(stack, { variables: declared }, 'Served', servedProbe(targets))
    const token = await session(stack, served.deploymentId)
    return {
      targets: targets.length,
      ...(withoutWall ? { withoutWall } : {}),
      inside: {
        'while it is built': required('of the build', built, targets),
        'in the model': required('of the model', await ask(stack, served.dataPath, 'load', token), targets),
        'in cube.js': required('of cube.js', parametersIn(await ask(stack, served.dataPath, 'sql', token)), targets),
      },
    }
  } finally {
    await warehouse.close()
    trap.close()
    relay.close()
    await stack.close()
    rmSync(runFolder, { recursive: true, force: true })
  }
}

process.stdout.write(`${JSON.stringify(await main(process.argv[2] === 'plants'))}\n`)
