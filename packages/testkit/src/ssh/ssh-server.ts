import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeRepository, type TestRepository } from '../git/git-repository.ts'
import { freePort } from '../net/free-port.ts'

export type SshServer = {
  port: number
  user: string
  /** As it is pinned: type and key. */
  hostKey: string
  authorize: (publicKey: string) => void
  /** Its path is absolute: the server has no root of its own. */
  addRepository: (name: string) => Promise<TestRepository>
  urlOf: (repository: TestRepository, host?: string) => string
  close: () => Promise<void>
}

const run = promisify(execFile)

const sshd = (): string => ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'].find(existsSync) ?? '/usr/sbin/sshd'

/** A real OpenSSH server on loopback, for the user who runs the test and nobody else. */
export const startSshServer = async ({
  address = '127.0.0.1',
  port: wanted,
}: {
  address?: string
  port?: number
} = {}): Promise<SshServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-sshd-'))
  const authorized = join(folder, 'authorized_keys')
  const port = wanted ?? (await freePort())
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'host', '-f', join(folder, 'host_key')])
  writeFileSync(authorized, '', { mode: 0o600 })
  writeFileSync(
    join(folder, 'sshd_config'),
    [
      `Port ${port}`,
      `ListenAddress ${address}`,
      `HostKey ${join(folder, 'host_key')}`,
      `AuthorizedKeysFile ${authorized}`,
      'PidFile none',
      'StrictModes no',
      'PermitRootLogin prohibit-password',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'MaxStartups 100',
      'AcceptEnv GIT_PROTOCOL',
      '',
    ].join('\n'),
  )
  // Where root separates privileges; others cannot and need no folder for it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const child = spawn(sshd(), ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const heard: string[] = []
  const { promise: ready, resolve, reject } = Promise.withResolvers<null>()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    heard.push(text)
    if (text.includes('Server listening')) resolve(null)
  })
  child.once('error', reject)
  child.once('exit', () => reject(new Error(`sshd ended: ${heard.join('')}`)))
  await ready
  const user = userInfo().username
  return {
    port,
    user,
    hostKey: readFileSync(join(folder, 'host_key.pub'), 'utf8').split(' ').slice(0, 2).join(' '),
    authorize: (publicKey) => writeFileSync(authorized, `${publicKey}\n`, { flag: 'a' }),
    addRepository: (name) => makeRepository(join(folder, name)),
    urlOf: ({ gitDir }, host = 'git.facet.test') => `ssh://${user}@${host}:${port}${encodeURI(gitDir)}`,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
