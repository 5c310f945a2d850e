import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@facet/client'
import { freePort } from '@facet/testkit/net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunning } from './stack/processes.ts'
import { withoutSettings } from './stack/settings.ts'
import type { Stack } from './stack/state.ts'
import type { Status } from './stack/status.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-stack-'))
const program = join(import.meta.dirname, 'stack.ts')

const environment = (settings: Record<string, string> = {}): Record<string, string> => ({
  ...withoutSettings(process.env),
  FACET_STACK_FOLDER: folder,
  ...settings,
})

type Result = { code: number | string | null | undefined; stdout: string; stderr: string }

const stack = (args: string[], settings: Record<string, string> = {}): Promise<Result> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: environment(settings) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    )
  })

const up = async (args: string[], settings?: Record<string, string>): Promise<{ stack: Stack; progress: string }> => {
  const { code, stdout, stderr } = await stack(['up', '--json', ...args], settings)
  if (code !== 0) throw new Error(stderr)
  return { stack: JSON.parse(stdout) as Stack, progress: stderr }
}

/** Starts the stack and interrupts it when it prints this line. */
const interruptAt = async (
  line: string,
  args: string[],
  settings?: Record<string, string>,
): Promise<{ signal: string | null; stdout: string }> => {
  const child = spawn(process.execPath, [program, 'up', ...args], { env: environment(settings), stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.includes(line)) child.kill('SIGINT')
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { signal, stdout }
}

const stackFile = join(folder, 'stack.json')
const readState = (): Stack => JSON.parse(readFileSync(stackFile, 'utf8')) as Stack
const changeState = (changes: Partial<Stack>): void => writeFileSync(stackFile, JSON.stringify({ ...readState(), ...changes }))

const listenOn = (host: string, port: number): Promise<{ close: () => void }> =>
  new Promise((resolve, reject) => {
    const listener = createServer()
    listener.once('error', reject)
    listener.listen(port, host, () => resolve(listener))
  })

const interrupted = 'interrupted; what was started so far runs on: pnpm stack up goes on from here, pnpm stack down stops it\n'

it('reports that nothing runs when nothing was started', async () => {
  expect(await stack(['status'])).toEqual({ code: 3, stdout: 'no stack was started here; pnpm stack up starts one\n', stderr: '' })
  expect(await stack(['logs'])).toMatchObject({ code: 1, stderr: 'facet has written nothing yet; pnpm stack up starts it.\n' })
  expect(await stack(['down'])).toMatchObject({ code: 0, stdout: 'nothing is running\n' })
})

it.runIf(existsSync('/proc/self'))('names the folder that it cannot create', async () => {
  const { code, stderr } = await stack(['up'], { FACET_STACK_FOLDER: '/proc/x/stack' })

  expect(code).toBe(1)
  expect(stderr).toContain('FACET_STACK_FOLDER: the folder /proc/x/stack cannot be used: it does not exist and cannot be created.')
})

// One stack goes through all of it: each test starts from the state that the one before it left.
describe('a stack', { shuffle: false }, () => {
  const listeners: { close: () => void }[] = []
  const settings = { FACET_REGIONS: 'moon=On the moon', FACET_DATABASE_URL: 'postgres://elsewhere/facet' }
  /** Another program listens on both ports. */
  let wanted: number
  let taken: number
  let firstOutput: string
  let first: Stack

  const regionsOf = async ({ baseUrl, adminKey }: Stack): Promise<string[]> =>
    (await createClient({ baseUrl, key: adminKey }).listRegions()).items.map(({ name }) => name)

  beforeAll(async () => {
    taken = await freePort()
    listeners.push(await listenOn('127.0.0.1', taken))
    wanted = await freePort()
    // One of the two addresses of localhost is enough to intercept its connections.
    listeners.push(await listenOn('::1', wanted).catch(() => listenOn('127.0.0.1', wanted)))
    // The state of a start whose port was taken between its choice and its use.
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'keeping.json'), JSON.stringify({ postgresPassword: 'chosen' }))
    writeFileSync(stackFile, JSON.stringify({ postgresUrl: `postgres://postgres:chosen@127.0.0.1:${taken}/facet` }))
  })
  afterAll(async () => {
    for (const listener of listeners) listener.close()
    await stack(['down', '--purge'])
    rmSync(folder, { recursive: true, force: true })
  })

  it('records the S3 server when a start is interrupted after it, and stops it with down', async () => {
    expect(await interruptAt('starting an S3 server …', [])).toEqual({
      signal: 'SIGINT',
      stdout: expect.stringContaining(interrupted) as string,
    })
    const { s3Server } = readState()
    expect(isRunning(s3Server)).toBe(true)

    await stack(['down'])
    expect(isRunning(s3Server)).toBe(false)
  })

  it('reports that the service is down when a setting prevents its start', async () => {
    changeState({ s3Endpoint: `http://127.0.0.1:${taken}` })
    const { code, stderr } = await stack(['up'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(1)
    expect(stderr).toMatch(/FACET_POOL_SIZE: "many" is not a whole number/)
    expect(stderr).toMatch(/\nThe service is down\. Correct this and run pnpm stack up again\.\n$/)
  })

  it('chose other ports for PostgreSQL and S3 when theirs were taken before it bound them', () => {
    const { postgresUrl, s3Endpoint } = readState()

    for (const url of [postgresUrl, s3Endpoint ?? '']) expect(Number(new URL(url).port)).not.toBe(taken)
  })

  it('records the service when a start is interrupted after it, and waits for the same service at the next start', async () => {
    const start = await interruptAt('starting the service …', ['--port', String(wanted)], settings)
    expect(start).toEqual({ signal: 'SIGINT', stdout: expect.stringContaining(interrupted) as string })
    const { server, s3Server, port } = readState()
    expect(isRunning(server)).toBe(true)

    const next = await up(['--port', String(wanted)], settings)
    expect(next.progress).toContain('the service is running already\n')
    expect(next.stack).toMatchObject({ server, s3Server, port })
    expect((await fetch(`${next.stack.baseUrl}/readyz`)).status).toBe(200)
    expect((await up(['--port', String(port)], settings)).progress).toContain('the service is running already\n')
    first = next.stack
    firstOutput = `${start.stdout}${next.progress}`
  })

  it('moves to the next port and reports it when another program has the wanted one', () => {
    expect(first.port).toBeGreaterThan(wanted)
    expect(first.baseUrl).toBe(`http://localhost:${first.port}`)
    expect(firstOutput).toContain(`another program listens on port ${wanted}, so Facet is on port ${first.port} instead\n`)
  })

  it('passes settings on to the service, except those that it sets itself', async () => {
    expect(await regionsOf(first)).toEqual(['moon'])
    expect(firstOutput).toContain('FACET_REGIONS: passed on to the service\n')
    expect(firstOutput).toContain('FACET_DATABASE_URL: the stack sets it itself, so yours is not used\n')
  })

  it('neither stores nor prints the value of a setting', () => {
    const file = readFileSync(stackFile, 'utf8')

    expect(file).toContain('FACET_REGIONS')
    for (const text of [file, JSON.stringify(first), firstOutput]) expect(text).not.toContain('On the moon')
    expect(first).not.toHaveProperty('passedOn')
  })

  it('prints its status and its logs', async () => {
    const { code, stdout } = await stack(['status', '--json'])

    expect(code).toBe(0)
    const status = JSON.parse(stdout) as Status
    expect(status).toMatchObject({ isUp: true, baseUrl: first.baseUrl })
    expect(status.parts.map(({ name, isUp }) => [name, isUp])).toEqual([
      ['facet', true],
      ['postgres', true],
      ['s3', true],
      ['temporal', true],
    ])
    expect((await stack(['status'])).stdout).toContain(`facet     up    ${first.baseUrl}\n`)
    expect((await stack(['logs'])).stdout).toContain('listRegions')
    expect((await stack(['logs', 'postgres'])).stdout).toContain('database system is ready')
  })

  it('keeps the running service and reports the problem when a changed setting is invalid', async () => {
    const { server } = readState()
    const { code, stderr } = await stack(['up'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet doctor failed:\nFAIL {2}configuration: FACET_POOL_SIZE: "many" is not a whole number.*\n/)
    expect(stderr).toMatch(/\nThe service goes on as it was\.\n$/)
    expect(readState().server).toEqual(server)
    expect(isRunning(server)).toBe(true)
  })

  it('restarts the service when settings change, with another administrator key when none was recorded', async () => {
    changeState({ adminKey: '' })

    const { stack: next, progress } = await up([])

    expect(progress).toContain('FACET_REGIONS: no longer set, so the service runs without it\n')
    expect(next.port).toBe(first.port)
    expect(next.server).not.toEqual(first.server)
    expect(await regionsOf(next)).not.toContain('moon')
    expect(await createClient({ baseUrl: next.baseUrl, key: next.adminKey }).getCurrentUser()).toMatchObject({ email: 'admin@localhost' })
    expect(readState().adminKey).toBe(next.adminKey)
  })

  it('reports every part as down after it was stopped', async () => {
    const { server, s3Server } = readState()
    await stack(['down'])

    expect([isRunning(server), isRunning(s3Server)]).toEqual([false, false])
    const { code, stdout } = await stack(['status'])
    expect(code).toBe(3)
    expect(stdout).toMatch(/^facet {5}down {2}http:.*\npostgres {2}down .*\ns3 {8}down .*\ntemporal {2}down .*\n$/)
  })
})
