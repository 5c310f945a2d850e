import type { ListenAddress } from '#config'
import { codeOf, reasonOf, SettingProblem, userName } from '#kernel/system-errors'

type Explanation = [reason: string, cure: string]

const firstPlainPort = 1024

/** Whether listening there takes a right that a plain user does not have. */
export const isPrivileged = ({ port }: ListenAddress): boolean => port < firstPlainPort

const byCode: Record<string, (listen: ListenAddress, variable: string) => Explanation> = {
  EACCES: (listen, variable) =>
    isPrivileged(listen)
      ? [
          `the user "${userName()}" has no right to ports below ${firstPlainPort}`,
          'Listen on a higher port behind a proxy, or give the service that right (systemd: AmbientCapabilities=CAP_NET_BIND_SERVICE).',
        ]
      : [
          `the system forbids it to the user "${userName()}"`,
          `Allow it (SELinux: semanage port; or the sandbox that facet runs in), or set ${variable} to another port.`,
        ],
  EADDRINUSE: ({ port }, variable) => [
    'another process is listening there',
    `Stop it (ss -ltnp 'sport = :${port}' shows which it is), or set ${variable} to another port.`,
  ],
  EADDRNOTAVAIL: () => ['this machine does not have that address', 'Use one that "ip address" shows, or 0.0.0.0 for all of them.'],
  ENOTFOUND: () => ['the host name does not resolve', 'Use an address of this machine, or 0.0.0.0 for all of them.'],
}

/** Why a listener cannot be where its setting says. */
export const listenProblem = (variable: string, listen: ListenAddress, error: unknown): SettingProblem => {
  const known = byCode[codeOf(error)]
  const [reason, cure] = known ? known(listen, variable) : [reasonOf(error), 'Use an address and a free port of this machine.']
  return new SettingProblem(variable, `cannot listen on ${listen.host}:${listen.port}: ${reason}`, cure, error)
}
