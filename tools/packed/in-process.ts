import { chownSync } from 'node:fs'
import { runCommandLine } from '../../apps/server/src/cli/command-line.ts'
import type { Operator } from './ground.ts'
import type { Ran } from './unprivileged.ts'

const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** A command that serves or waits for longer than this ends with exit code 0 or a late one. */
const maxMs = 10_000

const run: Operator['run'] = async (args, env) => {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, {
    env,
    stopSignal: () => AbortSignal.timeout(maxMs),
    stdout: (line) => void stdout.push(line),
    stderr: (line) => void stderr.push(line),
  })
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
}

/** Runs commands of the program in this process. Their log lines go to its standard output. */
export const inProcess: Operator = {
  run,
  own: (path) => {
    if (isRoot) chownSync(path, nobody, nobody)
  },
}

/** Runs a command without the rights of root. The effective user is the one of the whole process, so nothing else may run meanwhile. */
export const runUnprivileged: Operator['run'] = async (args, env): Promise<Ran> => {
  if (!isRoot) return run(args, env)
  process.seteuid?.(nobody)
  try {
    return await run(args, env)
  } finally {
    process.seteuid?.(0)
  }
}
