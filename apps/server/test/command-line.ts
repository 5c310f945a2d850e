import { expect, vi } from 'vitest'
import { runCommandLine } from '#cli/command-line'
import type { Ran } from './program.ts'

export type StartedCommand = {
  /** Resolves when standard error matches. */
  printed: (what: RegExp) => Promise<void>
  log: () => string
  /** Aborts the signal that SIGTERM aborts in a process. */
  stop: () => void
  ended: Promise<Ran>
}

const start = (args: readonly string[], env: Record<string, string>, onLog: (line: string) => void): StartedCommand => {
  const stopping = new AbortController()
  const written = { stdout: '', stderr: '', log: '' }
  const write = (line: string): void => {
    written.log += line
    onLog(line)
  }
  const running = runCommandLine(args, {
    env,
    stopSignal: () => stopping.signal,
    stdout: (line) => void (written.stdout += `${line}\n`),
    stderr: (line) => void (written.stderr += `${line}\n`),
    logTo: { write },
  })
  return {
    printed: (what) => vi.waitFor(() => expect(written.stderr).toMatch(what), { timeout: 60_000, interval: 20 }),
    log: () => written.log,
    stop: () => stopping.abort(),
    ended: running.then((code) => ({ code, stdout: written.stdout, stderr: written.stderr })),
  }
}

/** Starts a `facet` command in this process. Reads no settings but those of `env`. */
export const startFacet = (args: readonly string[], env: Record<string, string>): StartedCommand => start(args, env, () => undefined)

/** Runs a `facet` command in this process. */
export const runFacet = (args: readonly string[], env: Record<string, string>): Promise<Ran> => startFacet(args, env).ended

/** Starts `facet serve` in this process and resolves when it listens. */
export const serveFacet = async (env: Record<string, string>): Promise<StartedCommand & { address: string }> => {
  const listening = Promise.withResolvers<string>()
  const started = start(['serve'], env, (line) => {
    const address = /"address":"([^"]+)"/.exec(line)?.[1]
    if (address) listening.resolve(address)
  })
  void started.ended.then(({ code, stderr }) => listening.reject(new Error(`facet serve ended with ${code}: ${stderr}`)))
  return { ...started, address: await listening.promise }
}
