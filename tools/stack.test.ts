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
import { passOn, settingsIn, unknownIn, withDefaults, withoutSettings } from './stack/settings.ts'
import type { Stack } from './stack/state.ts'
import type { Status } from './stack/status.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-stack-'))

type Ran = { code: number | string | null | undefined; stdout: string; stderr: string }

const program = join(import.meta.dirname, 'stack.ts')

const environment = (settings: Record<string, string> = {}): Record<string, string> => ({
  ...withoutSettings(process.env),
  FACET_STACK_FOLDER: folder,
  ...settings,
})

const stack = (args: string[], settings: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: environment(settings) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    )
  })

const up = async (port: number, settings?: Record<string, string>): Promise<{ stack: Stack; said: string }> => {
  const { code, stdout, stderr } = await stack(['up', '--json', '--port', String(port)], settings)
  if (code !== 0) throw new Error(stderr)
  return { stack: JSON.parse(stdout) as Stack, said: stderr }
}

/** Starts it and interrupts it as soon as it says this. */
const interruptedAt = async (line: string, port: number): Promise<{ signal: string | null; stdout: string }> => {
  const child = spawn(process.execPath, [program, 'up', '--port', String(port)], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.includes(line)) child.kill('SIGINT')
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { signal, stdout }
}

const written = (): Stack => JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as Stack

const listenOn = (host: string, port: number): Promise<{ close: () => void }> =>
  new Promise((resolve) => {
    const listener = createServer()
    listener.listen(port, host, () => resolve(listener))
  })

describe('before anything was started', () => {
  it('says so', async () => {
    expect(await stack(['status'])).toEqual({ code: 3, stdout: 'no stack was started here; pnpm stack up starts one\n', stderr: '' })
    expect(await stack(['logs'])).toMatchObject({ code: 1, stderr: 'facet has written nothing yet; pnpm stack up starts it.\n' })
    expect(await stack(['down'])).toMatchObject({ code: 0, stdout: 'nothing is running\n' })
  })

  it.each([
    [['start'], /^There is no "pnpm stack start"\.\n\npnpm stack up /],
    [['up', '--prot', '1'], /^Unknown option '--prot'\.\n\npnpm stack up /],
    [['up', '--purge'], /^Unknown option '--purge'\.\n/],
    [['down', '--demo'], /^Unknown option '--demo'\.\n/],
    [['status', 'facet'], /^pnpm stack status takes no argument "facet"\.\n/],
    [['logs', 'constructor'], /^There is no log of "constructor"\. There are: /],
    [['constructor'], /^There is no "pnpm stack constructor"\.\n/],
    [[], /^A command is missing\.\n\npnpm stack up /],
    [['up', '--port', '4000x'], /^--port 4000x is not a port: give a number from 1 to 65535\.\n$/],
    [['logs', 'redis'], /^There is no log of "redis"\. There are: facet, postgres, s3, temporal, shop\.\n$/],
  ])('%j is answered with what is wrong', async (args, message) => {
    const { code, stderr } = await stack(args)

    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) as string })
    expect(stderr).not.toContain('    at ')
  })

  it.runIf(existsSync('/proc/self'))('says which folder cannot be made, and ends', async () => {
    const { code, stderr } = await stack(['up'], { FACET_STACK_FOLDER: '/proc/x/stack' })

    expect(code).toBe(1)
    expect(stderr).toContain('FACET_STACK_FOLDER: the folder /proc/x/stack cannot be used: it does not exist and cannot be created.')
  })

  it('prints its help', async () => {
    expect(await stack(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('pnpm stack logs') as string })
  })
})

describe('what a shell has set', () => {
  const shell = {
    FACET_REGIONS: 'a=b',
    FACET_MINT_KEY: 'sk-secret',
    FACET_RGIONS: 'c=d',
    PATH: '/bin',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
  }

  it('is passed on when the service reads it, and otherwise called unknown, unless it is of the tools around it', () => {
    expect(settingsIn(shell)).toEqual({ FACET_REGIONS: 'a=b', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' })
    expect(unknownIn(shell)).toEqual(['FACET_RGIONS'])
    expect(passOn(settingsIn(shell), { FACET_REGIONS: 'own' })).toEqual({
      passedOn: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' },
      refused: ['FACET_REGIONS'],
    })
  })

  it('may ask for every wall, and names hosts beside the one of the demo warehouse', () => {
    const installed = { enginesFolder: '/engines', dbtFolder: '/dbt' }
    expect(withDefaults({}, installed)).toEqual({
      FACET_SANDBOX: 'degraded',
      FACET_ENGINES_FOLDER: '/engines',
      FACET_DBT_FOLDER: '/dbt',
      FACET_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    })
    expect(
      withDefaults({ FACET_SANDBOX: 'required', FACET_ENGINES_FOLDER: '/own', FACET_ALLOW_PRIVATE_HOSTS: 'localhost' }, installed),
    ).toEqual({
      FACET_SANDBOX: 'required',
      FACET_ENGINES_FOLDER: '/own',
      FACET_DBT_FOLDER: '/dbt',
      FACET_ALLOW_PRIVATE_HOSTS: 'localhost,127.0.0.1',
    })
  })
})

describe('a start that is interrupted', () => {
  const told = 'interrupted; what was started so far runs on: pnpm stack up goes on from here, pnpm stack down stops it\n'
  let port: number

  beforeAll(async () => {
    port = await freePort()
  })
  afterAll(() => stack(['down', '--purge']))

  it('knows the S3 server it started', async () => {
    expect(await interruptedAt('starting an S3 server …', port)).toEqual({
      signal: 'SIGINT',
      stdout: expect.stringContaining(told) as string,
    })

    expect(isRunning(written().s3Server)).toBe(true)
  })

  it('says that the service is down when a setting kept it from starting', async () => {
    const { code, stderr } = await stack(['up'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(1)
    expect(stderr).toMatch(/FACET_POOL_SIZE: "many" is not a whole number/)
    expect(stderr).toMatch(/\nThe service is down\. Correct this and run pnpm stack up again\.\n$/)
  })

  it('knows the service it started; the next start waits for the same, and down ends both', async () => {
    expect(await interruptedAt('starting the service …', port)).toEqual({
      signal: 'SIGINT',
      stdout: expect.stringContaining(told) as string,
    })

    const { server, s3Server } = written()
    expect(isRunning(server)).toBe(true)
    const next = await up(port)
    expect(next.said).toContain('the service is running already\n')
    expect(next.stack).toMatchObject({ server, s3Server, port })
    expect((await fetch(`${next.stack.baseUrl}/readyz`)).status).toBe(200)
    expect(await stack(['status'])).toMatchObject({ code: 0 })

    await stack(['down'])
    expect([isRunning(server), isRunning(s3Server)]).toEqual([false, false])
  })

  it('makes another administrator key when it ended before the first was written', async () => {
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ ...written(), adminKey: '' }))

    const { stack: next } = await up(port)

    const api = createClient({ baseUrl: next.baseUrl, key: next.adminKey })
    expect(await api.getCurrentUser()).toMatchObject({ email: 'admin@localhost' })
    expect(written().adminKey).toBe(next.adminKey)
  })
})

describe('a stack', () => {
  const listeners: { close: () => void }[] = []
  const takenPort = async (): Promise<number> => {
    const port = await freePort()
    listeners.push(await listenOn('127.0.0.1', port))
    return port
  }
  let wanted: number
  let first: { stack: Stack; said: string }

  let taken: number

  beforeAll(async () => {
    wanted = await freePort()
    taken = await takenPort()
    // As if both had been chosen by a start that somebody else was faster than.
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'keeping.json'), JSON.stringify({ postgresPassword: 'chosen' }))
    const postgresUrl = `postgres://postgres:chosen@127.0.0.1:${taken}/facet`
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ postgresUrl, s3Endpoint: `http://127.0.0.1:${taken}` }))
    // One of the two addresses of localhost is enough to be reached in its place.
    listeners.push(await listenOn('::1', wanted).catch(() => listenOn('127.0.0.1', wanted)))
    first = await up(wanted, { FACET_REGIONS: 'moon=On the moon', FACET_DATABASE_URL: 'postgres://elsewhere/facet' })
  })
  afterAll(async () => {
    for (const listener of listeners) listener.close()
    await stack(['down', '--purge'])
    rmSync(folder, { recursive: true, force: true })
  })

  it('moves to the next port when another program has the one it wanted, and says so', () => {
    expect(first.stack.port).toBeGreaterThan(wanted)
    expect(first.stack.baseUrl).toBe(`http://localhost:${first.stack.port}`)
    expect(first.said).toContain(`another program listens on port ${wanted}, so Facet is on port ${first.stack.port} instead\n`)
  })

  it('has other ports for its parts where theirs were taken before they were bound', () => {
    const { postgresUrl, s3Endpoint } = written()

    for (const url of [postgresUrl, s3Endpoint ?? '']) expect(Number(new URL(url).port)).not.toBe(taken)
    expect(first.stack).toMatchObject({ postgresUrl, s3Endpoint })
  })

  it('passes settings on to the service, but for its own', async () => {
    const api = createClient({ baseUrl: first.stack.baseUrl, key: first.stack.adminKey })

    expect(await api.listRegions()).toMatchObject({ items: [{ name: 'moon' }] })
    expect(first.said).toContain('FACET_REGIONS: passed on to the service\n')
    expect(first.said).toContain('FACET_DATABASE_URL: the stack sets it itself, so yours is not used\n')
  })

  it('keeps no value of a setting, and prints none', () => {
    const file = readFileSync(join(folder, 'stack.json'), 'utf8')

    expect(file).toContain('FACET_REGIONS')
    for (const text of [file, JSON.stringify(first.stack), first.said]) expect(text).not.toContain('On the moon')
    expect(first.stack).not.toHaveProperty('passedOn')
  })

  it('says what of it is up, and shows its logs', async () => {
    const { code, stdout } = await stack(['status', '--json'])

    expect(code).toBe(0)
    const status = JSON.parse(stdout) as Status
    expect(status).toMatchObject({ isUp: true, baseUrl: first.stack.baseUrl })
    expect(status.parts.map(({ name, isUp }) => [name, isUp])).toEqual([
      ['facet', true],
      ['postgres', true],
      ['s3', true],
      ['temporal', true],
    ])
    expect((await stack(['status'])).stdout).toContain(`facet     up    ${first.stack.baseUrl}\n`)
    expect((await stack(['logs'])).stdout).toContain('listRegions')
    expect((await stack(['logs', 'postgres'])).stdout).toContain('database system is ready')
  })

  it('starts the service anew with other settings, and not with the same', async () => {
    const again = await up(first.stack.port, { FACET_REGIONS: 'moon=On the moon' })
    expect(again.said).toContain('the service is running already\n')

    expect((await up(wanted, { FACET_REGIONS: 'moon=On the moon' })).said).toContain('the service is running already\n')

    const other = await up(first.stack.port, { FACET_REGIONS: 'mars=On Mars' })

    expect(other.stack).toMatchObject({ port: first.stack.port, adminKey: first.stack.adminKey })
    const api = createClient({ baseUrl: other.stack.baseUrl, key: other.stack.adminKey })
    expect(await api.listRegions()).toMatchObject({ items: [{ name: 'mars' }] })
    expect((await up(first.stack.port)).said).toContain('FACET_REGIONS: no longer set, so the service runs without it\n')
  })

  it('says why, when a setting keeps it from starting, before it stops what runs', async () => {
    const { server } = written()
    const { code, stderr } = await stack(['up'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet doctor failed:\nFAIL {2}configuration: FACET_POOL_SIZE: "many" is not a whole number.*\n/)
    expect(stderr).toMatch(/\nThe service goes on as it was\.\n$/)
    expect(written().server).toEqual(server)
    expect(await stack(['status'])).toMatchObject({ code: 0 })
  })

  it('is seen to be down when it was stopped', async () => {
    await stack(['down'])

    const { code, stdout } = await stack(['status'])
    expect(code).toBe(3)
    expect(stdout).toMatch(/^facet {5}down {2}http:.*\npostgres {2}down .*\ns3 {8}down .*\ntemporal {2}down .*\n$/)
  })
})
