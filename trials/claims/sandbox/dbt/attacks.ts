import type { Ground } from './ground.ts'

export type Phase = 'clone' | 'deps' | 'parse' | 'catalog' | 'convert'

/** A target that untrusted code of a phase must not reach. `way` names the code in `probe.ts`. */
export type Attack = { name: string; way: string; given: Record<string, unknown> }

/** Whether the target was reached, and if not, why. */
export type Tried = { name: string; isReached: boolean; why: string }

const attack = (name: string, way: string, given: Record<string, unknown> = {}): Attack => ({ name, way, given })

const gigabyte = 1_073_741_824

/** Attacks of every phase that runs untrusted code. */
const everywhere = (ground: Ground): Attack[] => [
  attack('a service on the loopback of the host', 'tcp', { host: '127.0.0.1', port: ground.trap.port }),
  attack('a private address', 'tcp', { host: '10.0.0.1', port: ground.trap.port }),
  attack('the metadata address of clouds', 'tcp', { host: '169.254.169.254', port: ground.trap.port }),
  attack('the internet', 'tcp', { host: '93.184.215.14', port: ground.trap.port }),
  attack('the internet over IPv6', 'tcp', { host: '2606:2800:21f::1', port: ground.trap.port }),
  attack('a name server', 'udp', { host: '93.184.215.14', port: ground.trap.udpPort }),
  attack('a socket file of the host', 'unix', { path: ground.trap.socket }),
  attack('an abstract socket of the host', 'abstract', { name: ground.trap.abstract }),
  attack('a file of the host', 'file', { path: ground.canary.file, text: ground.canary.text }),
  attack('a file of the host, by a link in the checkout', 'linkRead', { path: ground.canary.file, text: ground.canary.text }),
  attack('folders of other runs', 'list', { path: ground.folder, text: 'canary' }),
  attack('a file written on the host', 'write', { path: `${ground.folder}/written` }),
  attack('a file written on the host, by a link', 'linkWrite', { path: `${ground.folder}/written-by-link` }),
  attack('files through the process of the service', 'file', {
    path: `/proc/${ground.service.pid}/root${ground.canary.file}`,
    text: ground.canary.text,
  }),
  attack('variables of the process of the service', 'file', { path: `/proc/${ground.service.pid}/environ`, text: ground.service.rootKey }),
  attack('variables of the service, inherited', 'env', { variable: 'FACET_ROOT_KEY', text: ground.service.rootKey }),
  attack('a signal to the service', 'signal', { pid: ground.service.pid }),
  attack('a process that goes on after its phase', 'outlive', { name: outlived }),
  attack('keys of the kernel', 'keys'),
  attack('a space of its own', 'unshare'),
  attack('a space of its own, by clone', 'clone'),
  attack('a space of its own, by clone3', 'clone3'),
  attack('a mount', 'mount'),
  attack('room that is reserved, by fallocate', 'fallocate'),
  attack('room that is reserved, by ioctl', 'reserve'),
  attack('an open file in the queue of a socket', 'sendFile'),
  attack('a process that hides what it holds', 'hide'),
  attack('more memory than a process may have', 'memory', { bytes: 6 * gigabyte }),
  attack('a file larger than files may be', 'fileSize', { bytes: gigabyte }),
  attack('the credential of the clone, in variables, processes and files', 'finds', { secret: ground.token }),
]

/** The file that a process writes when it survives its phase. */
export const outlived = 'outlived'

const ofPassword = (ground: Ground): Attack => attack('the password of the warehouse', 'finds', { secret: ground.password })
const ofLink = (ground: Ground, name: string): Attack =>
  attack(`a result that is a link to a file of the host: ${name}`, 'leave', { name, path: ground.canary.file })

/** Requests to the package guard, which adds the credential, that git would not make. */
const ofGuard = ({ git, evil, token }: Ground): Attack[] => {
  const ask = (name: string, port: number, path: string, isLeak = false): Attack =>
    attack(name, 'ask', { path: `localhost:${port}/${path}`, method: 'GET', secret: token, isLeak })
  return [
    ask('the credential used at another host', evil.port, 'echo/x.git/info/refs?service=git-upload-pack', true),
    ask('the credential used to push', git.port, 'project.git/info/refs?service=git-receive-pack'),
    ask('the credential used for the API of its host', git.port, 'echo/api/v4/user'),
    ask('the credential read from a page that repeats it', git.port, 'echo/x.git/info/refs?service=git-upload-pack', true),
  ]
}

/** Every attack by a program that replaces dbt or the converter. */
export const attacksIn = (phase: Exclude<Phase, 'clone'>, ground: Ground): Attack[] => {
  const own: Record<typeof phase, Attack[]> = {
    deps: [...everywhere(ground), ofPassword(ground), ...ofGuard(ground)],
    parse: [...everywhere(ground), ofPassword(ground), ofLink(ground, 'partial_parse.msgpack')],
    catalog: [...everywhere(ground), ofLink(ground, 'catalog.json')],
    convert: [...everywhere(ground), ofPassword(ground), ofLink(ground, 'conversion.json')],
  }
  return own[phase]
}
