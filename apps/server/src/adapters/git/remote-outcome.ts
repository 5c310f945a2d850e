import type { FailureCode } from '@facet/contract'
import { Failure } from '#kernel/failure'
import { withoutUrlSecrets } from '#kernel/url-secrets'

export type RemoteProblem =
  | 'authentication_failed'
  | 'repository_not_found'
  | 'unsupported_protocol'
  | 'host_unreachable'
  | 'host_key_mismatch'
  | 'not_a_git_url'
  | 'private_host'

const codes: Record<RemoteProblem, FailureCode> = {
  authentication_failed: 'remote_auth_failed',
  repository_not_found: 'remote_repository_not_found',
  unsupported_protocol: 'remote_url_invalid',
  host_unreachable: 'remote_unreachable',
  host_key_mismatch: 'remote_host_key_mismatch',
  not_a_git_url: 'remote_url_invalid',
  private_host: 'remote_host_private',
}

type Reading = { pattern: RegExp; problem: RemoteProblem; message: string }

// As git, curl and ssh write it in the C locale; the first that fits counts.
const readings: Reading[] = [
  {
    pattern: /host key verification failed|remote host identification has changed|host key is known/i,
    problem: 'host_key_mismatch',
    message:
      'The SSH host presented a different key from the one that was trusted. Compare its fingerprint with that of the host before trusting it.',
  },
  {
    pattern:
      /could not read (username|password)|authentication failed|error: 40[13]\b|permission denied|permission to \S+ denied|access denied/i,
    problem: 'authentication_failed',
    message: 'Authentication failed: the host rejects the token or the key. Check that it is current and may read this repository.',
  },
  {
    pattern: /error: 30\d\b/i,
    problem: 'repository_not_found',
    message:
      'The host redirects this URL, and redirects are not followed. Use the URL it redirects to; often only .git is missing at the end.',
  },
  {
    pattern: /certificate|ssl|tls/i,
    problem: 'host_unreachable',
    message: 'The certificate of the host could not be verified. The operator can name its issuer in FACET_REMOTE_CA_FILE.',
  },
  {
    pattern:
      /could not resolve host|failed to connect|couldn't connect|connection (refused|timed out|closed|reset)|no route to host|network is unreachable|recv failure|send failure|operation (timed out|too slow)|empty reply|error: 5\d\d\b|kex_exchange|banner exchange/i,
    problem: 'host_unreachable',
    message: 'The host could not be reached, or closed the connection. Check its name and port, and that it is reachable from here.',
  },
  {
    pattern:
      /not found|error: 4\d\d\b|does not appear to be a git repository|is this a git repository|could not be found|not a git repository/i,
    problem: 'repository_not_found',
    message: 'The host has no such repository, or does not show it to this token or key.',
  },
  {
    pattern: /transport '[^']*' not allowed/i,
    problem: 'unsupported_protocol',
    message: 'The protocol is not supported. Use https:// or SSH.',
  },
]

const silent: Reading = {
  pattern: /^/,
  problem: 'host_unreachable',
  message: 'The host did not answer as a git server does, or not in time.',
}

/** Why a remote command failed. What the remote wrote decides, and is not repeated: it is untrusted input. */
export const readProblem = (stderr: string): { problem: RemoteProblem; message: string } =>
  readings.find(({ pattern }) => pattern.test(stderr)) ?? silent

/** A remote can send back what it was sent; what the log will see has the secrets taken out. */
export const hideSecrets = (text: string, secrets: readonly string[]): string =>
  withoutUrlSecrets(secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '…'), text))

export const failureOf = (stderr: string): Failure => {
  const { problem, message } = readProblem(stderr)
  return new Failure(codes[problem], message, { cause: new Error(stderr.slice(0, 2000)) })
}

const problems = new Map<string, RemoteProblem>(Object.entries(codes).map(([problem, code]) => [code, problem as RemoteProblem]))

/** The word for a failure of this adapter, when it is one about reaching a remote. */
export const findProblem = (failure: Failure): RemoteProblem | null => problems.get(failure.code) ?? null
