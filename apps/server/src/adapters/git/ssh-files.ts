import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Destination } from '#adapters/outbound'

/** The name under which git and ssh know the remote; everything real about it stands in the file. */
export const sshAlias = 'facet-remote'

const quoted = (path: string): string => `"${path.replaceAll('%', '%%')}"`

const options = (folder: string, { host, port, user }: Destination, address: string): string[] => [
  `HostName ${address}`,
  `HostKeyAlias ${host}`,
  `Port ${port}`,
  `User ${user ?? 'git'}`,
  `IdentityFile ${quoted(join(folder, 'key'))}`,
  'IdentitiesOnly yes',
  'IdentityAgent none',
  'BatchMode yes',
  'StrictHostKeyChecking yes',
  `UserKnownHostsFile ${quoted(join(folder, 'known_hosts'))}`,
  'GlobalKnownHostsFile /dev/null',
  'UpdateHostKeys no',
  'VerifyHostKeyDNS no',
  'CheckHostIP no',
  'PreferredAuthentications publickey',
  'ProxyCommand none',
  'ProxyJump none',
  'ControlMaster no',
  'ControlPath none',
  'CanonicalizeHostname no',
  'ForwardAgent no',
  'ForwardX11 no',
  'ClearAllForwardings yes',
  'PermitLocalCommand no',
  'Tunnel no',
  'EscapeChar none',
  'ConnectTimeout 10',
  'ConnectionAttempts 1',
  'ServerAliveInterval 10',
  'ServerAliveCountMax 3',
  'LogLevel ERROR',
]

export type SshIdentity = { privateKey: string; hostKeys: readonly string[] }

/** Writes what ssh is to know into the folder, and gives the environment that makes git use that and nothing else. */
export const writeSshFiles = async (
  folder: string,
  destination: Destination,
  address: string,
  { privateKey, hostKeys }: SshIdentity,
): Promise<Record<string, string>> => {
  const config = join(folder, 'ssh_config')
  const own = { mode: 0o600 }
  await writeFile(join(folder, 'key'), `${privateKey.trim()}\n`, own)
  await writeFile(join(folder, 'known_hosts'), hostKeys.map((key) => `${destination.host} ${key}\n`).join(''), own)
  const lines = options(folder, destination, address).map((line) => `  ${line}\n`)
  await writeFile(config, `Host ${sshAlias}\n${lines.join('')}`, own)
  // Git hands the command to a shell; the path goes by the environment, so that no character of it is read as more.
  return { GIT_SSH_COMMAND: 'ssh -F "$FACET_SSH_CONFIG"', FACET_SSH_CONFIG: config, GIT_SSH_VARIANT: 'ssh' }
}
