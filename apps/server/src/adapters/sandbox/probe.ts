import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildAnswer, outsidePath, runChild } from '#adapters/children'
import { type Space, spaces } from './arguments.ts'
import { hear } from './hear.ts'
import { childLimits, launch, type LaunchOptions } from './launch.ts'
import type { SandboxCommand, SandboxLimits, SandboxRun } from './sandbox.ts'

const mebibyte = 1_048_576
const probeTimeoutMs = 10_000

const limits: SandboxLimits = {
  memoryBytes: 128 * mebibyte,
  cpuSeconds: 5,
  maxProcesses: 16,
  maxOpenFiles: 64,
  maxFileBytes: mebibyte,
  tmpBytes: mebibyte,
}

export const findProgram = (name: string, path = outsidePath): string | null =>
  path
    .split(':')
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

const runInside = async (options: LaunchOptions, call: SandboxRun): Promise<ChildAnswer> => hear(await launch(options, call), call)

const shell = (script: string, more: Partial<SandboxLimits> = {}): SandboxRun => ({
  command: '/bin/sh',
  args: ['-c', script],
  env: { PATH: '/usr/bin:/bin' },
  mounts: [],
  cwd: '/',
  egress: [] as SandboxCommand['egress'],
  limits: { ...limits, ...more },
  timeoutMs: probeTimeoutMs,
  maxOutputBytes: 100_000,
})

const lineOf = (text: string): string => text.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? ''

/** Why a sandbox cannot be had at all, with these spaces; null when it can. */
export const findProblem = async (options: LaunchOptions): Promise<string | null> => {
  try {
    const { code, stderr } = await runInside(options, shell('exit 0'))
    return code === 0 ? null : lineOf(stderr) || `it ended with ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Which spaces the kernel does not give, each tried by itself, and in what words. */
export const findMissingSpaces = async (bwrap: string): Promise<Map<Space, string>> => {
  const missing = new Map<Space, string>()
  for (const space of spaces) {
    const { code, stderr } = await runChild({
      ...{ command: bwrap, args: ['--ro-bind', '/', '/', `--unshare-${space}`, 'true'], env: { PATH: outsidePath } },
      ...{ limits: childLimits({ command: bwrap, egress: [], limits }), timeoutMs: probeTimeoutMs, maxOutputBytes: 100_000 },
    })
    if (code !== 0) missing.set(space, lineOf(stderr))
  }
  return missing
}

/** Tries to go over a limit; whether that was stopped. */
const isStopped = async (options: LaunchOptions, call: SandboxRun): Promise<boolean> => {
  try {
    return !(await runInside(options, call)).stdout.toString().includes('over')
  } catch {
    return true
  }
}

export const isMemoryBound = (options: LaunchOptions): Promise<boolean> =>
  isStopped(options, shell('dd if=/dev/zero of=/dev/null bs=64M count=1 && echo over', { memoryBytes: 32 * mebibyte }))

const sharedBytes = 64 * mebibyte
// Numbers of mmap and read. A shell has no way to ask for memory that is shared; Perl is on most machines.
const callsOf: Partial<Record<NodeJS.Architecture, readonly [number, number]>> = { x64: [9, 0], arm64: [222, 63] }

/**
 * Whether what processes share is bounded, which no limit of a process is: a control group counts it. Null where that cannot be tried.
 */
export const isSharedMemoryBound = async (options: LaunchOptions): Promise<boolean | null> => {
  const [map, read] = callsOf[process.arch] ?? []
  if (map === undefined || read === undefined || findProgram('perl', '/usr/bin') === null) return null
  const program = `open(my $zero, "<", "/dev/zero"); my $at = syscall(${map}, 0, ${sharedBytes}, 3, 33, -1, 0);
    print "over" if $at != -1 && syscall(${read}, fileno($zero), $at, ${sharedBytes}) == ${sharedBytes}`
  return isStopped(options, { ...shell('', { memoryBytes: sharedBytes / 2 }), command: '/usr/bin/perl', args: ['-e', program] })
}

// Some shells try again for long: what did not come to its end did not go over either.
const forkTimeoutMs = 1000

export const isProcessesBound = (options: LaunchOptions): Promise<boolean> => {
  const many = Array.from({ length: 12 }, () => 'sleep 5 &').join(' ')
  return isStopped(options, { ...shell(`${many} echo over`, { maxProcesses: 2 }), timeoutMs: forkTimeoutMs })
}
