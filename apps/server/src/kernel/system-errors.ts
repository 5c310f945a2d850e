import { userInfo } from 'node:os'

/** What the system, or a library that speaks for it, calls an error by. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const hasCode = (error: unknown, ...codes: string[]): boolean => codes.includes(codeOf(error))

/** Who runs this process: rights are given to somebody by name. A container may have no name for its number. */
export const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

const noRight = (): string => `the user "${userName()}" has no right to it`

const reasons: Record<string, string | (() => string)> = {
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of this path is not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'it is not a folder',
  EROFS: 'its file system is mounted read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'the process has too many open files (ulimit -n)',
  ENFILE: 'the system has too many open files',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the path is too long',
  EADDRINUSE: 'another process is listening there',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be resolved now, because the name server does not answer',
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection was closed by the other side',
  EPIPE: 'the connection was closed by the other side',
  ETIMEDOUT: 'there was no answer in time',
  EHOSTUNREACH: 'the host cannot be reached from here',
  ENETUNREACH: 'the network cannot be reached from here',
  EPROTO: 'the other side does not support TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the other side does not support TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and this machine does not trust it',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is from an authority that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an authority that this machine does not trust',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is from an authority that this machine does not trust',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
}

export const isSystemError = (error: unknown): boolean => codeOf(error) in reasons

/** Why, as part of a sentence: in plain words for what the system says often, otherwise in the words of the error. */
export const reasonOf = (error: unknown): string => {
  const known = reasons[codeOf(error)]
  if (known !== undefined) return typeof known === 'string' ? known : known()
  // Several addresses were tried, and each failed in its own way: the first says enough.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return (error instanceof Error ? error.message || error.name : String(error)).replace(/\.$/, '')
}

/** What a setting names is not as it must be: which setting, what fails and why, and what to do about it. */
export class SettingProblem extends Error {
  constructor(variable: string, problem: string, cure: string, cause?: unknown) {
    super(`${variable}: ${problem}. ${cure}`, cause === undefined ? undefined : { cause })
    this.name = 'SettingProblem'
  }
}
