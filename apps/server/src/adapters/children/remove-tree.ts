import { rm } from 'node:fs/promises'
import { runChild } from './run.ts'

const limits = { memoryBytes: 256 * 1_048_576, cpuSeconds: 600, maxOpenFiles: 256, maxFileBytes: 1_048_576 }

const run = async (command: string, args: readonly string[]): Promise<void> => {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }
  const { code, stderr } = await runChild({ command, args, env, limits, timeoutMs: 600_000, maxOutputBytes: 16 * 1_048_576 })
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr.slice(0, 500)}`)
}

/**
 * Removes a folder that untrusted code wrote to, after that has ended. It may be deeper than a path can be long, where Node gives up, or
 * closed to its owner.
 */
export const removeTree = async (folder: string): Promise<void> => {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    // Neither follows a link.
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => undefined)
    await run('rm', ['-rf', '--', folder])
  }
}
