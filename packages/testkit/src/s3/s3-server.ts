import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../net/free-port.ts'

export type S3Credentials = { accessKeyId: string; secretAccessKey: string }
export type S3Program = { command: [string, ...string[]]; env: Record<string, string>; endpoint: string }

/** An S3 server of our own, on a folder and a free port. */
export type S3Server = {
  endpoint: string
  bucket: string
  credentials: S3Credentials
  objectFile: (key: string) => string
  stop: () => Promise<void>
}

/** Where tools/setup put the server, if it did. */
export const findS3Program = (): string | null => {
  const program = process.env['FACET_VERSITYGW']
  return program && existsSync(program) ? program : null
}

const objectsIn = (folder: string, bucket: string): string => join(folder, 'buckets', bucket)

/** How to run it with one bucket in this folder. Its credentials go by the environment: arguments are seen by everyone. */
export const s3Program = (folder: string, bucket: string, port: number, { accessKeyId, secretAccessKey }: S3Credentials): S3Program => {
  const program = findS3Program()
  if (program === null) throw new Error('The S3 server is not there. Run tools/setup, then: . tools/env')
  // What it knows of an object beside its bytes is kept in files of its own: not every file system has extended attributes.
  const sidecar = join(folder, 'metadata')
  for (const made of [objectsIn(folder, bucket), sidecar]) mkdirSync(made, { recursive: true, mode: 0o700 })
  return {
    command: [program, '--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', sidecar, join(folder, 'buckets')],
    env: { ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
    endpoint: `http://127.0.0.1:${port}`,
  }
}

/** Any answer will do: without credentials it is a refusal. */
export const isS3Up = (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  )

const startTimeoutMs = 60_000
const pollMs = 20

/** Ends with `stop`, or with this process. */
export const startS3Server = async (folder: string, port?: number): Promise<S3Server> => {
  const bucket = 'facet'
  const credentials = { accessKeyId: 'facet', secretAccessKey: 'only on this machine' }
  const { command, env, endpoint } = s3Program(folder, bucket, port ?? (await freePort()), credentials)
  const [program, ...args] = command
  const child = spawn(program, args, { env, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const endChild = (): void => void child.kill('SIGKILL')
  process.once('exit', endChild)
  const stop = async (): Promise<void> => {
    process.off('exit', endChild)
    child.kill()
    await ended
  }
  const deadline = performance.now() + startTimeoutMs
  while (!(await isS3Up(endpoint))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`The S3 server did not start: ${command.join(' ')}`)
    }
    await pause(pollMs)
  }
  return { endpoint, bucket, credentials, objectFile: (key) => join(objectsIn(folder, bucket), key), stop }
}
