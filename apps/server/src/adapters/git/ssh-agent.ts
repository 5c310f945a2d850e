import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endChild, runChild, startChild } from '#adapters/children'
import type { SandboxMount } from '#adapters/sandbox'
import { programPath } from './run.ts'

/** Signs for one host with a key that stays outside. */
export type SshAgent = {
  mounts: SandboxMount[]
  env: Record<string, string>
  close: () => Promise<void>
}

export type SshAgentParts = { folder: string; host: string; user: string; privateKey: string; hostKeys: readonly string[] }

const limits = { memoryBytes: 128 * 1_048_576, cpuSeconds: 600, maxOpenFiles: 64, maxFileBytes: 65_536 }
const longestStartMs = 5000
const inside = '/ssh'

const config = (host: string): string => `Host ${host}
  HostKeyAlias ${host}
Host *
  IdentityAgent ${inside}/agent.sock
  UserKnownHostsFile ${inside}/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  UpdateHostKeys no
  CheckHostIP no
  BatchMode yes
  PreferredAuthentications publickey
  ForwardAgent no
  ControlMaster no
  ControlPath none
  ConnectTimeout 10
  LogLevel ERROR
`

const untilThere = async (path: string): Promise<void> => {
  for (let nextMs = 2, waitedMs = 0; ; nextMs *= 2) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return
    if (waitedMs > longestStartMs) throw new Error('ssh-agent did not start.')
    await pause(nextMs)
    waitedMs += nextMs
  }
}

const refuseEnd = async (ended: Promise<unknown>): Promise<never> => {
  await ended
  throw new Error('ssh-agent ended.')
}

/**
 * An agent of OpenSSH with one key, for one sandbox. It signs what proves to come from a session with the pinned host and nothing else: who
 * is inside can neither read the key nor use it elsewhere. It ends with the process that opened it.
 */
export const openSshAgent = async ({ folder, host, user, privateKey, hostKeys }: SshAgentParts): Promise<SshAgent> => {
  const own = join(folder, 'ssh')
  await mkdir(own, { mode: 0o700 })
  const socket = join(own, 'agent.sock')
  const knownHosts = join(own, 'known_hosts')
  await writeFile(knownHosts, hostKeys.map((key) => `${host} ${key}\n`).join(''), { mode: 0o600 })
  await writeFile(join(own, 'config'), config(host), { mode: 0o600 })
  const env = { PATH: programPath, HOME: '/nonexistent', LC_ALL: 'C' }
  const agent = startChild({ command: 'ssh-agent', args: ['-D', '-a', socket], env, limits, endsWithParent: true })
  const ended = once(agent, 'exit')
  ended.catch(() => undefined)
  const close = async (): Promise<void> => {
    endChild(agent)
    await ended.catch(() => undefined)
  }
  try {
    await Promise.race([untilThere(socket), refuseEnd(ended)])
    const { code, stderr } = await runChild({
      ...{ command: 'ssh-add', args: ['-q', '-H', knownHosts, '-h', `${user}@${host}`, '-'] },
      ...{ env: { ...env, SSH_AUTH_SOCK: socket }, limits, input: `${privateKey.trim()}\n`, timeoutMs: 20_000, maxOutputBytes: 65_536 },
    })
    if (code !== 0) throw new Error(`ssh-add ended with ${code}: ${stderr.slice(0, 500)}`)
  } catch (error) {
    await close()
    throw error
  }
  return {
    mounts: [{ from: own, to: inside }],
    env: { GIT_SSH_COMMAND: `ssh -F ${inside}/config`, GIT_SSH_VARIANT: 'ssh', SSH_AUTH_SOCK: `${inside}/agent.sock` },
    close,
  }
}
