import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { nodeInside, type Sandbox, type SandboxRun } from '../../../../apps/server/src/adapters/sandbox/index.ts'

/** Paths inside become those outside that they would have shown. */
const outside = (mounts: SandboxRun['mounts']): ((text: string) => string) => {
  const shown = [...mounts, { from: process.execPath, to: nodeInside }].toSorted((a, b) => b.to.length - a.to.length)
  return (text) => {
    const mount = shown.find(({ to }) => text === to || text.startsWith(`${to}/`))
    return mount ? mount.from + text.slice(mount.to.length) : text
  }
}

const maxKept = 100

/**
 * The same program with no wall around it and no limit: as a plain child of the service, with the service's variables and the credentials
 * that a run needs. What is not reached from here was never there to be reached.
 */
export const unwalled = (credentials: Record<string, string>): Pick<Sandbox, 'run'> => ({
  run: async ({ command, args, env, mounts, cwd, input, onOutput }) => {
    const path = outside(mounts)
    // Git is told nothing: no guard stands where packages come from.
    const own = Object.entries(env).filter(([name]) => !/^GIT_(CONFIG|ALLOW)_/.test(name))
    const variables = Object.fromEntries(own.map(([name, value]) => [name, path(value)]))
    const child = spawn(path(command), args.map(path), { cwd: path(cwd), env: { ...process.env, ...variables, ...credentials } })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const kept: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => {
      if (kept.length >= maxKept) return
      onOutput?.(chunk)
      kept.push(chunk)
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-10_000)
    })
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    return { code, signal, stdout: Buffer.concat(kept), stderr }
  },
})
