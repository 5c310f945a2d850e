import { type ChildProcess, fork } from 'node:child_process'
import { type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs git's own HTTP server on the repositories below `root`. */
export type GitBackend = {
  root: string
  serve: (request: IncomingMessage, response: ServerResponse) => void
  /** Lets the process that started the backend end although the backend still runs. */
  unref: () => void
  close: () => Promise<void>
}

/**
 * Starts a process that runs `git http-backend`. It is a process of its own because it is small: a test process is large, and each
 * fork of it costs tens of milliseconds. It removes its folder and these others when it ends, also when its parent was killed.
 */
export const startGitBackend = async (folders: readonly string[] = []): Promise<GitBackend> => {
  const root = mkdtempSync(join(tmpdir(), 'facet-git-server-'))
  const socketPath = join(root, '.backend.sock')
  const child: ChildProcess = fork(join(import.meta.dirname, 'git-backend-process.ts'), [socketPath, root, ...folders], { execArgv: [] })
  const exited = new Promise<'exited'>((resolve) => child.once('exit', () => resolve('exited')))
  const listening = new Promise<'listening'>((resolve) => child.once('message', () => resolve('listening')))
  if ((await Promise.race([listening, exited])) === 'exited') throw new Error('The git backend ended before it listened.')
  return {
    root,
    serve: (request, response) => {
      if (response.destroyed) return
      const { method, url: path, headers } = request
      const forwarded = forward({ agent: false, socketPath, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
        answer.once('error', () => response.destroy())
      })
      forwarded.once('error', () => response.destroy())
      response.once('close', () => forwarded.destroy())
      request.pipe(forwarded)
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
    close: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
