import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Ran = { code: number | null; stdout: string; stderr: string }

type Ids = { uid?: number; gid?: number }

// What is conventionally nobody's. Without root we are an unprivileged user already.
const nobody: Ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Somebody with no rights beyond their own folder, and a Node on their PATH. */
export type Unprivileged = {
  home: string
  path: string
  /** Gives them a file or folder. */
  own: (path: string) => void
  run: (script: string, env: Record<string, string>, timeoutMs?: number) => Promise<Ran>
  start: (script: string, env: Record<string, string>) => ChildProcess
}

/** `folder` is one that everybody may enter. */
export const makeUnprivileged = (folder: string): Unprivileged => {
  const home = join(folder, 'home')
  const tools = join(folder, 'tools')
  mkdirSync(home, { mode: 0o700 })
  mkdirSync(tools)
  // The one that runs this may lie where only we may look.
  cpSync(process.execPath, join(tools, 'node'))
  const own = (path: string): void => {
    if (nobody.uid !== undefined && nobody.gid !== undefined) chownSync(path, nobody.uid, nobody.gid)
  }
  own(home)
  const path = [join(folder, 'node_modules/.bin'), tools, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const options = (env: Record<string, string>) => ({ ...nobody, cwd: home, env: { PATH: path, HOME: home, ...env } })
  return {
    home,
    path,
    own,
    run: (script, env, timeoutMs = 120_000) =>
      new Promise((resolve) => {
        const limits = { timeout: timeoutMs, killSignal: 'SIGKILL' as const }
        const child = execFile('bash', ['--norc', '-c', script], { ...options(env), ...limits }, (_error, stdout, stderr) =>
          resolve({ code: child.exitCode, stdout, stderr }),
        )
      }),
    start: (script, env) => spawn('bash', ['--norc', '-c', `exec ${script}`], options(env)),
  }
}
