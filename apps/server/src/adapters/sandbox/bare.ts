import { once } from 'node:events'
import { endChild, outsidePath, startChild } from '#adapters/children'
import { nodeInside } from './inside.ts'
import { childLimits } from './launch.ts'
import type { Launched } from './launched.ts'
import type { SandboxCommand, SandboxExit } from './sandbox.ts'

/** Paths inside become the ones outside that they would have shown. */
const outside = (mounts: SandboxCommand['mounts']): ((text: string) => string) => {
  const shown = [...mounts, { from: process.execPath, to: nodeInside }].toSorted((a, b) => b.to.length - a.to.length)
  return (text) => {
    const mount = shown.find(({ to }) => text === to || text.startsWith(`${to}/`))
    return mount ? mount.from + text.slice(mount.to.length) : text
  }
}

/**
 * Starts a program under limits alone, where there is no bubblewrap: for machines on which people develop with their own models. It
 * sees everything that its user sees.
 */
export const launchBare = (command: SandboxCommand, tell: (problem: unknown) => void): Launched => {
  const path = outside(command.mounts)
  const env = Object.fromEntries(Object.entries(command.env).map(([name, value]) => [name, path(value)]))
  const child = startChild({
    command: path(command.command),
    args: command.args.map(path),
    env: { PATH: outsidePath, ...env },
    cwd: path(command.cwd),
    limits: childLimits(command),
    ...(command.listener ? { more: ['ignore', 'ignore', command.listener.fd] } : {}),
  })
  const gone = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>).then(([code, signal]): SandboxExit => {
    try {
      endChild(child)
    } catch (error) {
      tell(error)
    }
    return { code, signal }
  })
  gone.catch(() => undefined)
  const started = once(child, 'spawn').then(() => undefined)
  started.catch(() => undefined)
  return { child, started, end: () => endChild(child), first: Promise.resolve(null), gone }
}
