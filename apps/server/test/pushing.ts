import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { GitHost, HostedRepository } from './git-host.ts'

const run = promisify(execFile)

export type Webhook = { url: string; secret: string; headers: Record<string, string> }

// As a host does after a push: it tells what moved, signs that, and waits for the answer.
const hook = (webhook: Webhook, log: string): string => `#!${process.execPath}
const { createHmac } = require('node:crypto')
const { appendFileSync, readFileSync } = require('node:fs')
const { url, secret, headers } = ${JSON.stringify(webhook)}
const tell = async ([before, after, ref]) => {
  const body = JSON.stringify({ ref, before, after })
  const signature = 'sha256=' + createHmac('sha256', secret).update(body).digest('hex')
  const signed = { ...headers, 'content-type': 'application/json', 'x-git-event': 'push', 'x-facet-signature-256': signature }
  const answer = await fetch(url, { method: 'POST', headers: signed, body })
  appendFileSync(${JSON.stringify(log)}, answer.status + ' ' + (await answer.text()) + '\\n')
}
const moved = readFileSync(0, 'utf8').trim().split('\\n').map((line) => line.split(' '))
void Promise.all(moved.map(tell))
`

/** Has a repository of the host tell of every push. `deliver` tells of one again, as hosts do; `log` is where the answers are. */
export const tellOfPushes = async (
  { gitDir }: HostedRepository,
  webhook: Webhook,
): Promise<{ log: string; deliver: (before: string, after: string) => Promise<void> }> => {
  const file = join(gitDir, 'hooks/post-receive')
  const log = join(gitDir, 'webhook.log')
  await writeFile(file, hook(webhook, log))
  await chmod(file, 0o755)
  const deliver = async (before: string, after: string): Promise<void> => {
    const delivering = run(file)
    delivering.child.stdin?.end(`${before} ${after} refs/heads/main\n`)
    await delivering
  }
  return { log, deliver }
}

/** Somebody's own clone of a repository of the host, and how they push: over the network, with the host's token. */
export const cloneToPush = async (
  host: Pick<GitHost, 'token' | 'server'>,
  { url }: HostedRepository,
): Promise<{ push: (folder: string) => Promise<string> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_SSL_CAINFO: host.server().caFile,
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  const work = join(folder, 'work')
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { env, cwd: args[0] === 'clone' ? folder : work })).stdout
  await git('clone', '--quiet', url.replace('https://', `https://ada:${host.token}@`), work)
  return {
    push: async (files) => {
      await cp(files, work, { recursive: true })
      await git('add', '--all')
      await git('commit', '--quiet', '--message', 'Change the project')
      await git('push', '--quiet', 'origin', 'HEAD:main')
      return (await git('rev-parse', 'HEAD')).trim()
    },
  }
}
