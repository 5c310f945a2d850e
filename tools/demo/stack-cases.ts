import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { createClient } from '@facet/client'
import { freePort } from '@facet/testkit/net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isRunning } from '../stack/processes.ts'
import type { Stack } from '../stack/state.ts'
import type { Status } from '../stack/status.ts'
import type { Checkout } from './checkout.ts'

const interrupted = 'interrupted; what was started so far runs on: pnpm stack up goes on from here, pnpm stack down stops it\n'

const listenOn = (host: string, port: number): Promise<{ close: () => void }> =>
  new Promise((resolve, reject) => {
    const listener = createServer()
    listener.once('error', reject)
    listener.listen(port, host, () => resolve(listener))
  })

const regionsOf = async ({ baseUrl, adminKey }: Stack): Promise<string[]> =>
  (await createClient({ baseUrl, key: adminKey }).listRegions()).items.map(({ name }) => name)

const up = async (checkout: Checkout, args: string[], settings = {}): Promise<{ stack: Stack; progress: string }> => {
  const { code, stdout, stderr } = await checkout.stack(['up', '--json', ...args], settings)
  if (code !== 0) throw new Error(stderr)
  return { stack: JSON.parse(stdout) as Stack, progress: stderr }
}

/** The first start of a stack, interrupted twice, with ports that other programs have. Each test goes on from the state of the one before. */
export const itStartsDespiteInterruptions = (checkoutOf: () => Checkout): void => {
  const listeners: { close: () => void }[] = []
  let wanted: number
  let taken: number
  let first: Stack
  let firstOutput: string

  beforeAll(async () => {
    taken = await freePort()
    listeners.push(await listenOn('127.0.0.1', taken))
    wanted = await freePort()
    // One of the two addresses of localhost is enough to intercept its connections.
    listeners.push(await listenOn('::1', wanted).catch(() => listenOn('127.0.0.1', wanted)))
  })
  afterAll(() => {
    for (const listener of listeners) listener.close()
  })

  it('reports that nothing runs when nothing was started', async () => {
    const { stack } = checkoutOf()

    expect(await stack(['status'])).toEqual({ code: 3, stdout: 'no stack was started here; pnpm stack up starts one\n', stderr: '' })
    expect(await stack(['logs'])).toMatchObject({ code: 1, stderr: 'facet has written nothing yet; pnpm stack up starts it.\n' })
    expect(await stack(['down'])).toMatchObject({ code: 0, stdout: 'nothing is running\n' })
  })

  it.runIf(existsSync('/proc/self'))('names the folder that it cannot create', async () => {
    const { code, stderr } = await checkoutOf().stack(['up'], { FACET_STACK_FOLDER: '/proc/x/stack' })

    expect(code).toBe(1)
    expect(stderr).toContain('FACET_STACK_FOLDER: the folder /proc/x/stack cannot be used: it does not exist and cannot be created.')
  })

  it('records the S3 server when a start is interrupted after it, and stops it with down', async () => {
    const { env, writeState, interruptAt, readState, stack } = checkoutOf()
    // The state of a start whose port was taken between its choice and its use.
    mkdirSync(env['FACET_STACK_FOLDER'] ?? '')
    writeState('keeping.json', { postgresPassword: 'chosen' })
    writeState('stack.json', { postgresUrl: `postgres://postgres:chosen@127.0.0.1:${taken}/facet` })

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
    const { stack, readState, writeState } = checkoutOf()
    writeState('stack.json', { ...readState(), s3Endpoint: `http://127.0.0.1:${taken}` })
    const { code, stderr } = await stack(['up'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(1)
    expect(stderr).toMatch(/FACET_POOL_SIZE: "many" is not a whole number/)
    expect(stderr).toMatch(/\nThe service is down\. Correct this and run pnpm stack up again\.\n$/)
  })

  it('chose other ports for PostgreSQL and S3 when theirs were taken before it bound them', () => {
    const { postgresUrl, s3Endpoint } = checkoutOf().readState()

    for (const url of [postgresUrl, s3Endpoint ?? '']) expect(Number(new URL(url).port)).not.toBe(taken)
  })

  it('records the service when a start is interrupted after it, and waits for the same service at the next start', async () => {
    const { interruptAt, readState } = checkoutOf()
    const start = await interruptAt('starting the service …', ['--port', String(wanted)])
    expect(start).toEqual({ signal: 'SIGINT', stdout: expect.stringContaining(interrupted) as string })
    const { server, s3Server, port } = readState()
    expect(isRunning(server)).toBe(true)

    const next = await up(checkoutOf(), ['--port', String(wanted)])
    expect(next.progress).toContain('the service is running already\n')
    expect(next.stack).toMatchObject({ server, s3Server, port })
    expect((await fetch(`${next.stack.baseUrl}/readyz`)).status).toBe(200)
    expect((await up(checkoutOf(), ['--port', String(port)])).progress).toContain('the service is running already\n')
    first = next.stack
    firstOutput = `${start.stdout}${next.progress}`
  })

  it('moves to the next port and reports it when another program has the wanted one', () => {
    expect(first.port).toBeGreaterThan(wanted)
    expect(first.baseUrl).toBe(`http://localhost:${first.port}`)
    expect(firstOutput).toContain(`another program listens on port ${wanted}, so Facet is on port ${first.port} instead\n`)
  })

  it('passes settings on to the service, except those that it sets itself', async () => {
    expect(await regionsOf(first)).toContain('moon')
    expect(firstOutput).toContain('FACET_REGIONS: passed on to the service\n')
    expect(firstOutput).toContain('FACET_DATABASE_URL: the stack sets it itself, so yours is not used\n')
  })

  it('neither stores nor prints the value of a setting', () => {
    const state = JSON.stringify(checkoutOf().readState())

    expect(state).toContain('FACET_REGIONS')
    for (const text of [state, JSON.stringify(first), firstOutput]) expect(text).not.toContain('On the moon')
    expect(first).not.toHaveProperty('passedOn')
  })

  it('prints its status and its logs', async () => {
    const { stack } = checkoutOf()
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
}

/** Changes of a running stack and its end. Each test goes on from the state of the one before. */
export const itRestartsAndStops = (checkoutOf: () => Checkout): void => {
  it('keeps the running service and reports the problem when a changed setting is invalid', async () => {
    const { stack, readState } = checkoutOf()
    const { server } = readState()
    const { code, stderr } = await stack(['up'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet doctor failed:\nFAIL {2}configuration: FACET_POOL_SIZE: "many" is not a whole number.*\n/)
    expect(stderr).toMatch(/\nThe service goes on as it was\.\n$/)
    expect(readState().server).toEqual(server)
    expect(isRunning(server)).toBe(true)
  })

  it('restarts the service when settings change, with another administrator key when none was recorded', async () => {
    const { readState, writeState } = checkoutOf()
    const before = readState()
    writeState('stack.json', { ...before, adminKey: '' })

    const { stack: next, progress } = await up(checkoutOf(), [], { FACET_REGIONS: undefined })

    expect(progress).toContain('FACET_REGIONS: no longer set, so the service runs without it\n')
    // The wanted port is free again once the program that had it has ended.
    expect([before.wantedPort, before.port]).toContain(next.port)
    expect(next.server).not.toEqual(before.server)
    expect(await regionsOf(next)).not.toContain('moon')
    expect(await createClient({ baseUrl: next.baseUrl, key: next.adminKey }).getCurrentUser()).toMatchObject({ email: 'admin@localhost' })
    expect(readState().adminKey).toBe(next.adminKey)
  })

  it('reports every part as down after it was stopped', async () => {
    const { stack, readState } = checkoutOf()
    const { server, s3Server } = readState()
    await stack(['down'])

    expect([isRunning(server), isRunning(s3Server)]).toEqual([false, false])
    const { code, stdout } = await stack(['status'])
    expect(code).toBe(3)
    expect(stdout).toMatch(/^facet {5}down {2}http:.*\npostgres {2}down .*\ns3 {8}down .*\ntemporal {2}down .*\nshop {6}down {2}http:.*\n$/)
  })
}
