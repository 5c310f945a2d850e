import { closeSync, readdirSync, readFileSync } from 'node:fs'

const closesOnExec = 0o2_000_000

const flagsOf = (fd: number): number => {
  const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? []
  return Number.parseInt(flags, 8)
}

const isInherited = (fd: number): boolean => {
  try {
    return (flagsOf(fd) & closesOnExec) === 0
  } catch {
    // The listing itself had one, which is gone.
    return false
  }
}

/**
 * Closes what whoever started this process left open in it: a lock file, a pipe, a folder. Every program started from here would have it too,
 * inside the sandbox as well, where the descriptor of a folder is a way out. What Node opens is closed on exec, so all that is not came from
 * outside; Node sees to the first descriptors itself, and stops at the first gap.
 */
export const closeInherited = (): void => {
  if (process.platform !== 'linux') return
  for (const fd of readdirSync('/proc/self/fd').map(Number)) if (fd > 2 && isInherited(fd)) closeSync(fd)
}
