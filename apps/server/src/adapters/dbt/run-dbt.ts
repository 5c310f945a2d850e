import { withoutUrlSecrets } from '#kernel/url-secrets'
import type { Sandbox, SandboxMount, Egress } from '#adapters/sandbox'
import { type DbtPython, environmentMounts } from './environment-mounts.ts'
import { driver } from './driver.ts'
import { createLogReader, type LogLine } from './read-log.ts'

export type DbtCall = {
  sandbox: Pick<Sandbox, 'run'>
  environment: DbtPython
  /** The command and what belongs to it. */
  args: readonly string[]
  /** Of the project. What dbt and git are told by the platform goes over them. */
  variables: Readonly<Record<string, string>>
  own?: Readonly<Record<string, string>>
  mounts: readonly SandboxMount[]
  cwd: string
  egress?: readonly Egress[]
  memoryBytes?: number
  maxDiskBytes: number
  timeoutMs: number
  signal: AbortSignal
  onFile?: (path: string) => void
  onLine?: (line: LogLine) => void
}

export type DbtRun = {
  isDone: boolean
  /** What it said went wrong, and what it warned of. */
  errors: string[]
  warnings: string[]
  /** The end of what Python wrote when dbt itself broke. */
  stderr: string
}

const mebibyte = 1_048_576
const standardMemoryBytes = 2048 * mebibyte
const maxOutputBytes = 64 * mebibyte
const maxKept = 50
const maxMessageChars = 20_000

const limitsOf = (memoryBytes: number, timeoutMs: number) => ({
  memoryBytes,
  cpuSeconds: Math.ceil(timeoutMs / 1000) + 60,
  maxProcesses: 64,
  maxOpenFiles: 4096,
  maxFileBytes: 512 * mebibyte,
  tmpBytes: 256 * mebibyte,
})

// Flags that stand before every command: the log is for machines, and goes nowhere but to us.
const flags = ['--log-format', 'json', '--log-level', 'info', '--log-level-file', 'none', '--log-path', '/tmp', '--no-use-colors']

const environmentOf = ({ variables, own = {} }: DbtCall, environment: DbtPython): Record<string, string> => ({
  ...variables,
  ...own,
  PATH: `${environment.root}/bin:/usr/bin:/bin`,
  HOME: '/tmp',
  TZ: 'UTC',
  LC_ALL: 'C.UTF-8',
  OPENBLAS_NUM_THREADS: '1',
  DBT_SEND_ANONYMOUS_USAGE_STATS: 'false',
  DBT_VERSION_CHECK: 'false',
})

/** Runs one command of dbt behind walls, to its end or to its limit. */
export const runDbt = async (call: DbtCall): Promise<DbtRun> => {
  const { sandbox, environment, args, mounts, cwd, egress = [], memoryBytes = standardMemoryBytes, maxDiskBytes, timeoutMs, signal } = call
  const errors: string[] = []
  const warnings: string[] = []
  const onLine = (line: LogLine): void => {
    const kept = line.level === 'error' ? errors : warnings
    if ((line.level === 'error' || line.level === 'warn') && kept.length < maxKept) kept.push(line.message.slice(0, maxMessageChars))
    call.onLine?.(line)
  }
  const {
    code,
    signal: ended,
    stderr,
  } = await sandbox.run({
    command: environment.python,
    args: ['-I', '-B', '-c', driver, ...flags, ...args],
    env: environmentOf(call, environment),
    mounts: [...(await environmentMounts(environment)), ...mounts],
    ...{ cwd, egress, limits: limitsOf(memoryBytes, timeoutMs), timeoutMs, signal, maxOutputBytes, maxDiskBytes },
    onOutput: createLogReader(call.onFile ?? (() => undefined), onLine),
  })
  const written = withoutUrlSecrets(stderr.slice(-2 * maxMessageChars)).slice(-maxMessageChars)
  return { isDone: code === 0, errors, warnings, stderr: ended === null ? written : `ended by ${ended}\n${written}` }
}
