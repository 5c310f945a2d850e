import { nobody } from './inside.ts'
import type { SandboxCommand } from './sandbox.ts'

/** Spaces that a sandbox has for itself, as the kernel gives them one by one. */
export const spaces = ['user', 'pid', 'net', 'ipc', 'uts', 'cgroup'] as const
export type Space = (typeof spaces)[number]

export type Ground = {
  /** Those that the kernel gives. */
  spaces: readonly Space[]
  system: readonly string[]
  hosts: string
  /** It may listen below 1024, on its own loopback: where it does so for it, what it starts may make no spaces within. */
  hasLowPort: boolean
}

const sharedMemoryBytes = 16 * 1_048_576

type Parts = Pick<SandboxCommand, 'env' | 'mounts' | 'cwd' | 'limits'>

const without = (env: Record<string, string>, left: readonly string[]): [string, string][] =>
  Object.entries(env).filter(([name]) => !left.includes(name))

/**
 * Everything but the command, for `--args`: they are read from a pipe, since what is on a command line can be read by everybody, and
 * the environment holds secrets. Nothing is writable but what is said to be: a file system in memory without a bound on its size
 * would be memory without one.
 */
export const sandboxArguments = (command: Parts, ground: Ground, leftOut: readonly string[] = []): string[] => {
  const args = argumentsOf(command, ground, leftOut)
  // What ends an argument within one would make several of it: a variable could then mount the machine.
  if (args.some((arg) => arg.includes('\0'))) throw new Error('What a sandbox is made of holds a NUL. Leave it out of variables and paths.')
  return args
}

const argumentsOf = ({ env, mounts, cwd, limits }: Parts, ground: Ground, leftOut: readonly string[]): string[] => [
  ...ground.spaces.map((space) => `--unshare-${space}`),
  ...(ground.spaces.includes('user') ? ['--uid', String(nobody), '--gid', String(nobody)] : []),
  ...(ground.spaces.includes('user') && !ground.hasLowPort ? ['--disable-userns'] : []),
  ...['--cap-drop', 'ALL', ...(ground.hasLowPort ? ['--cap-add', 'CAP_NET_BIND_SERVICE'] : [])],
  ...['--new-session', '--die-with-parent', '--clearenv'],
  ...without(env, leftOut).flatMap(([name, value]) => ['--setenv', name, value]),
  ...ground.system,
  ...['--ro-bind', ground.hosts, '/etc/hosts'],
  // Settings of the kernel are written through it by whoever owns them, which the one who runs the service may.
  ...(ground.spaces.includes('pid') ? ['--proc', '/proc', '--remount-ro', '/proc'] : []),
  ...['--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm', '--size', String(limits.tmpBytes), '--tmpfs', '/tmp'],
  ...mounts.flatMap(({ from, to, writable }) => [writable ? '--bind' : '--ro-bind', from, to]),
  ...['--remount-ro', '/', '--chdir', cwd],
]
