import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Destination, Outbound } from '#adapters/outbound'
import { Failure } from '#kernel/failure'
import { failureOf, hideSecrets } from './remote-outcome.ts'
import type { ChildLimits } from '#adapters/children'
import { GitLimitFailure, remoteLimits } from './limits.ts'
import { type Git, type GitAnswer, type GitCall, type GitDir, GitProblem } from './run.ts'
import { type SshIdentity, sshAlias, writeSshFiles } from './ssh-files.ts'
import { makeEmptyRepository, withFolder } from './workspace.ts'

export type RemoteAuth = ({ kind: 'sshKey' } & SshIdentity) | { kind: 'token'; token: string; user?: string }

/** A git repository on another host, what it lets us in with, and for which tenant it is reached. */
export type Remote = { url: string; auth: RemoteAuth | null; tenantId: number }

export type RemoteLimits = { maxBytes: number; fetchTimeoutMs: number; askTimeoutMs: number }

export type RemoteAccess = {
  outbound: Outbound
  caFile: string | null
  limits: RemoteLimits
  gitOf: (tenantId: number) => Git
  /** Where each connection has its files for as long as it lasts, a private key among them. */
  folder: string
}

export type RemoteCall = {
  /** The arguments, once it is known what to call the remote by. */
  args: (url: string) => string[]
  /** A repository with nothing in it when left out, for commands that need none. */
  gitDir?: GitDir
  timeoutMs?: number
  limits?: ChildLimits
  maxEntries?: GitCall['maxEntries']
  signal?: AbortSignal
  /** What a failed command means, where its output tells more than why a remote is not reached. */
  findFailure?: (written: { stdout: string; stderr: string }) => Failure | null
}

/** One remote, made ready to be talked to. */
export type RemoteConnection = { run: (call: RemoteCall) => Promise<GitAnswer> }

// Of a list of branches, which is the most that is read of a remote.
const maxOutputBytes = 16 * 1_048_576
// None of what a command that asks and sends writes to disk comes near.
const maxAskedFileBytes = 16 * 1_048_576

/** Settings for one command, by way of the environment: nothing of them stands in arguments. */
export const settingsOf = (settings: [string, string][]): Record<string, string> => ({
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
})

// Whoever reads these objects later trusts them; what old tools wrote a little wrong is in too many histories to refuse.
const checked: [string, string][] = [
  ['transfer.fsckObjects', 'true'],
  ['fetch.unpackLimit', '1'],
  ...['zeroPaddedFilemode', 'badTimezone', 'missingSpaceBeforeDate'].map((kind): [string, string] => [`fetch.fsck.${kind}`, 'ignore']),
]

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

const httpsSettings = ({ host, port, addresses }: Destination, auth: RemoteAuth | null, caFile: string | null): [string, string][] => {
  const basic = auth?.kind === 'token' ? Buffer.from(`${auth.user ?? 'x-token-auth'}:${auth.token}`).toString('base64') : null
  return [
    ['http.sslVerify', 'true'],
    ['http.proxy', ''],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '30'],
    ...(isIP(host) === 0 ? [['http.curloptResolve', `${host}:${port}:${addresses.map(bracketed).join(',')}`] as [string, string]] : []),
    ...(caFile === null ? [] : [['http.sslCAInfo', caFile] as [string, string]]),
    ...(basic === null ? [] : [['http.extraHeader', `Authorization: Basic ${basic}`] as [string, string]]),
  ]
}

/** What must never be shown, in the forms it is sent in. */
const secretsOf = (auth: RemoteAuth | null): string[] =>
  auth?.kind === 'token' ? [auth.token, Buffer.from(`${auth.user ?? 'x-token-auth'}:${auth.token}`).toString('base64')] : []

type Transport = { url: string; env: Record<string, string> }

const httpsTransport = (destination: Destination, auth: RemoteAuth | null, caFile: string | null): Transport => ({
  url: `https://${bracketed(destination.host)}:${destination.port}${destination.path}`,
  env: { GIT_ALLOW_PROTOCOL: 'https', ...settingsOf([...checked, ...httpsSettings(destination, auth, caFile)]) },
})

// In this form git takes the path as it is, with nothing left to decode.
const sshTransport = async (folder: string, destination: Destination, address: string, identity: SshIdentity): Promise<Transport> => ({
  url: `${sshAlias}:${destination.path}`,
  env: { GIT_ALLOW_PROTOCOL: 'ssh', ...settingsOf(checked), ...(await writeSshFiles(folder, destination, address, identity)) },
})

const maxTriedAddresses = 3

/** SSH dials one address at a time; HTTPS is given all of them. */
const transportsTo = (
  folder: string,
  destination: Destination,
  auth: RemoteAuth | null,
  caFile: string | null,
): (() => Promise<Transport>)[] => {
  if (destination.kind === 'https') return [async () => httpsTransport(destination, auth, caFile)]
  if (auth?.kind !== 'sshKey')
    throw new Failure('remote_auth_failed', 'A remote over SSH needs a key. Create one for it, or use its https:// URL with a token.')
  return destination.addresses.slice(0, maxTriedAddresses).map((address) => () => sshTransport(folder, destination, address, auth))
}

/** What an exceeded limit means when talking to a remote: it was silent, or sent without end. */
const readLimit = (error: unknown, { maxBytes }: RemoteLimits): unknown => {
  if (!(error instanceof GitLimitFailure)) return error
  if (error.limit === 'time') return failureOf('')
  if (error.limit === 'output')
    return new Failure('remote_too_large', 'The remote has more branches than are supported. Connect a repository with fewer.', {
      cause: error,
    })
  if (error.limit === 'file size') return remoteTooLarge(maxBytes, error)
  return error
}

export const remoteTooLarge = (maxBytes: number, cause?: unknown): Failure =>
  new Failure('remote_too_large', `The remote sent more than ${Math.floor(maxBytes / 1_048_576)} MiB, which is the limit for one fetch.`, {
    cause,
  })

const isUnreachable = (error: unknown): boolean => error instanceof Failure && error.code === 'remote_unreachable'

/** The outbound guard is asked once per connection; every command goes to the addresses it gave. */
export const withRemoteConnection = async <T>(
  { outbound, caFile, limits, gitOf, folder: own }: RemoteAccess,
  remote: Remote,
  work: (connection: RemoteConnection) => Promise<T>,
): Promise<T> => {
  const destination = await outbound.resolve(remote.url, ['https', 'ssh'])
  return withFolder(
    async (folder) => {
      const git = gitOf(remote.tenantId)
      const empty: GitDir = { path: join(folder, 'empty.git'), git }
      await makeEmptyRepository(empty.path)
      const transports = transportsTo(folder, destination, remote.auth, caFile)
      const secrets = secretsOf(remote.auth)
      const runOver = async (transport: Transport, call: RemoteCall): Promise<GitAnswer> => {
        const answer = await git
          .run({
            path: (call.gitDir ?? empty).path,
            args: call.args(transport.url),
            env: transport.env,
            accept: [0, 1, 128],
            timeoutMs: call.timeoutMs ?? limits.askTimeoutMs,
            limits: call.limits ?? remoteLimits(git.limits, maxAskedFileBytes),
            maxOutputBytes,
            ...(call.maxEntries ? { maxEntries: call.maxEntries } : {}),
            ...(call.signal ? { signal: call.signal } : {}),
          })
          .catch((error: unknown) => {
            throw error instanceof GitProblem ? failureOf(hideSecrets(error.stderr, secrets)) : readLimit(error, limits)
          })
        if (answer.code === 0) return answer
        const stderr = hideSecrets(answer.stderr, secrets)
        const stdout = hideSecrets(answer.stdout.toString('utf8'), secrets)
        throw call.findFailure?.({ stdout, stderr }) ?? failureOf(stderr)
      }
      return work({
        run: async (call) => {
          for (const [index, transport] of transports.entries()) {
            try {
              return await runOver(await transport(), call)
            } catch (error) {
              if (!isUnreachable(error) || index === transports.length - 1) throw error
            }
          }
          throw new Failure('remote_unreachable', 'The host has no address.')
        },
      })
    },
    join(own, 'remote-'),
  )
}
