import { execFile } from 'node:child_process'

export type GitResult = { code: number; stdout: string; stderr: string }

const maxOutputBytes = 100_000_000

/** Nothing of the machine's own configuration gets in, and nothing waits for a disk: the repositories live as long as a test. */
const settings = ['core.fsync=none', 'gc.auto=0', 'maintenance.auto=false', 'core.hooksPath=/dev/null'].flatMap((one) => ['-c', one])

/** Runs one command on a bare repository to its end, whatever its exit code. */
export const runGit = (gitDir: string, args: readonly string[], input: string | Buffer = ''): Promise<GitResult> =>
  new Promise((resolve, reject) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      LC_ALL: 'C',
      GIT_DIR: gitDir,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
    }
    const child = execFile('git', [...settings, ...args], { env, maxBuffer: maxOutputBytes }, (error, stdout, stderr) => {
      const code = child.exitCode
      if (code === null) reject(error ?? new Error(`git ${args.join(' ')} was ended by a signal.`))
      else resolve({ code, stdout, stderr })
    })
    // One that reads no input may end before it was written.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
