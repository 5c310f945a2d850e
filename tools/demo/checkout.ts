import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type GitServer, startGitServer } from '@facet/testkit/git'
import { copyFiles } from '../new/copied-repository.ts'
import { withoutSettings } from '../stack/settings.ts'
import type { Stack } from '../stack/state.ts'

const runFile = promisify(execFile)

type Result = { code: number | string | null | undefined; stdout: string; stderr: string }

/** A copy of the tree with an installation of its own, in which nothing was started yet. */
export type Checkout = {
  folder: string
  /** The environment of a shell in the checkout, with settings for the service. */
  env: Record<string, string>
  /** A git host that the service may reach. */
  gitHost: GitServer
  gitToken: string
  /** Runs `pnpm stack`. Settings of value undefined are removed from the environment. */
  stack: (args: string[], settings?: Record<string, string | undefined>) => Promise<Result>
  /** Starts the stack and interrupts it when it prints this line. */
  interruptAt: (line: string, args: string[]) => Promise<{ signal: string | null; stdout: string }>
  readState: () => Stack
  writeState: (file: 'stack.json' | 'keeping.json', state: object) => void
  close: () => Promise<void>
}

export const startCheckout = async (): Promise<Checkout> => {
  const gitToken = 'read-and-write'
  const gitHost = await startGitServer({ host: 'localhost', token: gitToken })
  const folder = copyFiles()
  const program = join(folder, 'tools/stack.ts')
  const stateFile = (name: string): string => join(folder, '.stack', name)
  const env: Record<string, string> = {
    ...withoutSettings(process.env),
    FACET_STACK_FOLDER: join(folder, '.stack'),
    FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
    FACET_REMOTE_CA_FILE: gitHost.caFile,
    FACET_REGIONS: 'local=This installation,moon=On the moon',
    // The stack sets this one itself.
    FACET_DATABASE_URL: 'postgres://elsewhere/facet',
  }
  const stack: Checkout['stack'] = (args, settings = {}) =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { cwd: folder, env: { ...env, ...settings } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      )
    })
  const interruptAt: Checkout['interruptAt'] = async (line, args) => {
    const child = spawn(process.execPath, [program, 'up', ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.includes(line)) child.kill('SIGINT')
    })
    const [, signal] = (await once(child, 'close')) as [number | null, string | null]
    return { signal, stdout }
  }
  const close = async (): Promise<void> => {
    await stack(['down', '--purge'])
    rmSync(folder, { recursive: true, force: true })
    await gitHost.close()
  }
  try {
    // Not linked to the packages of this checkout: pnpm may install before it runs a script, and would install through the link.
    await runFile('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, env })
  } catch (error) {
    await close()
    throw error
  }
  return {
    folder,
    env,
    gitHost,
    gitToken,
    stack,
    interruptAt,
    readState: () => JSON.parse(readFileSync(stateFile('stack.json'), 'utf8')) as Stack,
    writeState: (file, state) => writeFileSync(stateFile(file), JSON.stringify(state)),
    close,
  }
}
