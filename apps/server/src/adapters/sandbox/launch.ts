import { closeSync, openSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChildGroup, type ChildGroups, type ChildLimits, limiter, outsidePath, startChild } from '#adapters/children'
import { type Ground, sandboxArguments } from './arguments.ts'
import { openEgress, writePlan } from './egress.ts'
import { initEnding } from './init-program.ts'
import { egressInside, filterFd, initInside, listenerInside, nodeInside, planInside } from './inside.ts'
import { follow, type Launched } from './launched.ts'
import type { SandboxCommand, SandboxLimits, SandboxRun } from './sandbox.ts'
import type { FilterFiles } from './system.ts'

export type LaunchOptions = {
  bwrap: string
  prlimit: string
  /** Told on the command line, so that what a dead owner left can be found. */
  name: string
  folder: string
  ground: Omit<Ground, 'hasLowPort'>
  /** Null where system calls are not filtered. */
  filters: FilterFiles | null
  groups: ChildGroups | undefined
  /** A number of its own for each. */
  next: () => number
  /** Hears what went wrong when something that has ended was cleared away. */
  tell: (problem: unknown) => void
}

/** V8 reserves room for code and compressed pointers that counts as allocated and is not used. */
const reservedByNodeBytes = 2 * 1_073_741_824
const threadsOfInit = 16

const usesNode = ({ command, egress }: Pick<SandboxCommand, 'command' | 'egress'>): boolean =>
  egress.length > 0 || command.endsWith('/node') || command === 'node'

export const childLimits = (command: Pick<SandboxCommand, 'command' | 'egress' | 'limits'>): ChildLimits => ({
  memoryBytes: command.limits.memoryBytes + (usesNode(command) ? reservedByNodeBytes : 0),
  cpuSeconds: command.limits.cpuSeconds,
  maxOpenFiles: command.limits.maxOpenFiles,
  maxFileBytes: command.limits.maxFileBytes,
})

const maxProcessesOf = ({ limits, egress }: { limits: SandboxLimits; egress: readonly unknown[] }): number =>
  // The first inside, and the shell and the head outside, which are counted by a control group alone.
  limits.maxProcesses + 3 + (egress.length > 0 ? threadsOfInit : 0)

type Wrapped = { args: string[]; inner: string[]; clear: () => Promise<void> }

/** Limits on the number of processes are set inside: there the kernel counts those of this sandbox alone. */
const limited = (options: LaunchOptions, command: SandboxCommand): string[] => [
  options.prlimit,
  `--nproc=${maxProcessesOf(command)}`,
  '--',
  command.command,
  ...command.args,
]

const withoutEgress = (options: LaunchOptions, command: SandboxCommand): Wrapped => ({
  args: sandboxArguments(command, { ...options.ground, hasLowPort: false }),
  inner: limited(options, command),
  clear: async () => undefined,
})

const withEgress = async (options: LaunchOptions, command: SandboxCommand): Promise<Wrapped> => {
  const folder = join(options.folder, String(options.next()))
  const end = await openEgress(folder, command.egress)
  const clear = async (): Promise<void> => {
    end.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const hosts = join(folder, 'hosts')
    await writeFile(hosts, end.hosts)
    const nodeOptions = command.env['NODE_OPTIONS']
    const told = nodeOptions === undefined ? [] : ['/usr/bin/env', `NODE_OPTIONS=${nodeOptions}`]
    const [program = '', ...args] = [...told, ...limited(options, command)]
    await writePlan(folder, { ...end.plan, command: program, args, listener: command.listener ? listenerInside : null })
    const mounts = [...command.mounts, { from: folder, to: egressInside }]
    return {
      // What Node is told is for the program, not for what listens for it.
      args: sandboxArguments({ ...command, mounts }, { ...options.ground, hosts, hasLowPort: end.hasLowPort }, ['NODE_OPTIONS']),
      inner: [nodeInside, '--max-old-space-size=64', '--v8-pool-size=1', initInside(initEnding), planInside],
      clear,
    }
  } catch (error) {
    await clear()
    throw error
  }
}

/** Opened anew each time: whoever reads it reads it to its end. */
const withFile = <Result>(path: string | undefined, use: (fd: number | null) => Result): Result => {
  const fd = path === undefined ? null : openSync(path, 'r')
  try {
    return use(fd)
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

/** Starts a program behind walls. */
export const launch = async (options: LaunchOptions, command: SandboxCommand & Pick<SandboxRun, 'maxDiskBytes'>): Promise<Launched> => {
  const filter = command.maxDiskBytes === undefined ? options.filters?.usual : options.filters?.watched
  const { args, inner, clear } = await (command.egress.length > 0 ? withEgress(options, command) : withoutEgress(options, command))
  // Nothing can be handed to one who was there before it.
  const isFresh = command.listener !== undefined
  let group: ChildGroup | undefined
  const clearAll = async (): Promise<void> => {
    try {
      await clear()
    } finally {
      await group?.leave()
    }
  }
  try {
    group = await options.groups?.enter(command.limits.memoryBytes, maxProcessesOf(command), isFresh)
    const hostname = options.ground.spaces.includes('uts') ? ['--hostname', options.name] : []
    const filtered = filter === undefined ? [] : ['--seccomp', String(filterFd)]
    const outer = [...hostname, ...filtered, '--args', '3', '--info-fd', '4', '--', ...inner]
    const limits = childLimits(command)
    const opens = filter === undefined ? [] : [{ fd: filterFd, path: filter }]
    const child =
      group?.become?.([...limiter(limits), options.bwrap, ...outer], opens) ??
      withFile(filter, (opened) =>
        startChild({
          command: options.bwrap,
          args: outer,
          // Not the program's: what it says would be obeyed outside.
          env: { PATH: outsidePath },
          cwd: '/',
          limits,
          more: ['pipe', 'pipe', command.listener?.fd ?? 'ignore', opened ?? 'ignore'],
          ...(group ? { group } : {}),
        }),
      )
    return follow(child, args, { clear: clearAll, tell: options.tell })
  } catch (error) {
    await clearAll().catch(options.tell)
    throw error
  }
}
