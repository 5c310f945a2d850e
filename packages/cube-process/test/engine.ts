import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { CompileReport } from '../src/index.ts'

const bin = join(import.meta.dirname, '../bin')

/** The engine that tools/setup installed. */
export const engineFolder = (): string => {
  const folder = join(process.env['FACET_ENGINES_FOLDER'] ?? '', '1.7.43')
  if (!existsSync(join(folder, 'facet-engine.json')))
    throw new Error('The engine 1.7.43 is not installed. Run tools/setup, and . tools/env.')
  return folder
}

const environment = (model: string, more: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  FACET_ENGINE_FOLDER: engineFolder(),
  FACET_MODEL_FOLDER: model,
  NODE_PATH: join(engineFolder(), 'node_modules'),
  ...more,
})

const collected = async (child: ChildProcess): Promise<{ stdout: string; stderr: string }> => {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  await once(child, 'close')
  return texts
}

/** Compiles a folder as a build does. */
export const compileModel = async (model: string, more: Record<string, string> = {}): Promise<CompileReport> => {
  const child = spawn(process.execPath, [join(bin, 'compile.ts')], { env: environment(model, more), stdio: ['ignore', 'pipe', 'pipe'] })
  const { stdout, stderr } = await collected(child)
  if (stdout === '') throw new Error(`The compiler said nothing: ${stderr}`)
  return JSON.parse(stdout) as CompileReport
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const signToken = (key: KeyObject, claims: object, alg = 'ES256'): string => {
  const signed = `${encode({ alg })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export type Reply = { status: number; body: Record<string, never> }

const send = (socketPath: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = request({
      socketPath,
      path,
      method: text === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let received = ''
      response.setEncoding('utf8').on('data', (part: string) => (received += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(received || 'null') as Reply['body'] }))
    })
    sent.end(text)
  })

const minutes = (count: number): number => Math.floor(Date.now() / 1000) + count * 60

/** Listened on already when the process is handed it, as it is behind walls; the file has another name when it is let go of here. */
const listenOn = async (path: string) => {
  const server = createServer().listen(`${path}~`)
  await once(server, 'listening')
  renameSync(`${path}~`, path)
  const { _handle: handle } = server as unknown as { _handle: { fd: number } }
  return { fd: handle.fd, close: () => void server.close() }
}

/** An engine process on a socket file, and callers whose context the gateway would sign. */
export const startEngine = async (model: string, more: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'))
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const socket = join(folder, 'e.sock')
  const listener = await listenOn(socket)
  const child = spawn(process.execPath, [join(bin, 'serve.ts')], {
    env: environment(model, {
      FACET_SOCKET: 'fd:3',
      FACET_ENGINE_PUBLIC_KEY: JSON.stringify(publicKey.export({ format: 'jwk' })),
      FACET_ENGINE_AUDIENCE: 'process-1',
      CUBEJS_LOG_LEVEL: 'debug',
      ...more,
    }),
    stdio: ['ignore', 'pipe', 'pipe', listener.fd],
  }) as ChildProcessByStdio<null, Readable, Readable>
  listener.close()
  const lines: string[] = []
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.includes('"message":"ready"')) resolve()
    })
    child.once('exit', () => reject(new Error(`The engine ended: ${[...errors, ...lines].join('\n')}`)))
  })
  await ready
  const claims = { aud: 'process-1', exp: minutes(5), ctx: {} }
  const call = (token: string | undefined, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    send(socket, path, { ...(token === undefined ? {} : { authorization: token }), ...headers }, body)
  return {
    lines,
    socket,
    privateKey,
    claims,
    call,
    /** Somebody with this context. */
    as: (ctx: object, facet: object = {}) => {
      const token = signToken(privateKey, { ...claims, ctx, facet })
      return {
        token,
        load: (query: unknown, rest: object = {}) => call(token, '/cubejs-api/v1/load', { query, ...rest }),
        sql: (query: unknown) => call(token, '/cubejs-api/v1/sql', { query }),
        dryRun: (query: unknown) => call(token, '/cubejs-api/v1/dry-run', { query }),
        meta: () => call(token, '/cubejs-api/v1/meta'),
      }
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestEngine = Awaited<ReturnType<typeof startEngine>>

/** The context that a session of this platform has. */
export const contextOf = (groups: string[], userAttributes: object = {}) => ({ cubeCloud: { groups, userAttributes } })
