import type { ObjectStoreConfig } from '#config'
import { Failure } from '#kernel/failure'
import { folderProblem } from '#kernel/folders'
import { hasCode, reasonOf, SettingProblem } from '#kernel/system-errors'

type Location = ObjectStoreConfig
type S3Location = Extract<Location, { kind: 's3' }>
type Explanation = [variable: string, problem: string, cure: string]

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode

const awayCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EIO', 'ESTALE']

/** Whether the store did not answer, rather than refuse: it may do so in a moment, with the same settings. */
export const isStoreAway = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429
  return hasCode(error, ...awayCodes) || (error instanceof Error && error.name === 'TimeoutError')
}

const locationOf = ({ endpoint, region }: S3Location): string => endpoint ?? `S3 of AWS in ${region}`
const endpointVariable = ({ endpoint }: S3Location): string => (endpoint === null ? 'FACET_OBJECT_STORE' : 'FACET_S3_ENDPOINT')

/** `said`: the words of the server. */
type Explain = (location: S3Location, where: string, said: string) => Explanation

const accessDenied: Explain = ({ bucket }, where) => [
  'FACET_OBJECT_STORE',
  `${where} refuses access to the bucket "${bucket}"`,
  'Let the credentials put, get, list and remove objects in it, or correct the name of the bucket.',
]

const otherRegion: Explain = ({ bucket, region }, where, said) => [
  'FACET_S3_REGION',
  `the bucket "${bucket}" is not in the region "${region}" at ${where}: ${said}`,
  'Set it to the region of the bucket.',
]

const endedCredentials: Explain = (_, where, said) => [
  'FACET_S3_ACCESS_KEY_ID, FACET_S3_SECRET_ACCESS_KEY',
  `${where} says that these credentials have ended: ${said}`,
  'Set new ones, or renew those of the role of the machine.',
]

const unknownKey: Explain = (_, where) => [
  'FACET_S3_ACCESS_KEY_ID',
  `${where} does not know this access key`,
  'Correct it together with FACET_S3_SECRET_ACCESS_KEY.',
]

const refusals: Record<string, Explain> = {
  NoSuchBucket: ({ bucket }, where) => [
    'FACET_OBJECT_STORE',
    `there is no bucket "${bucket}" at ${where}`,
    'Make the bucket, or correct its name.',
  ],
  InvalidAccessKeyId: unknownKey,
  SignatureDoesNotMatch: (_, where) => [
    'FACET_S3_SECRET_ACCESS_KEY',
    `${where} refuses the signature, so the secret is not that of FACET_S3_ACCESS_KEY_ID`,
    'Correct the secret; at AWS itself, FACET_S3_REGION too.',
  ],
  AccessDenied: accessDenied,
  RequestTimeTooSkewed: (_, where) => [
    'The clock of this machine',
    `differs from that of ${where}, which therefore refuses every signature`,
    'Set it, and keep it right (timedatectl set-ntp true).',
  ],
  AuthorizationHeaderMalformed: otherRegion,
  PermanentRedirect: otherRegion,
  ExpiredToken: endedCredentials,
  ExpiredTokenException: endedCredentials,
  InvalidToken: endedCredentials,
  CredentialsProviderError: () => [
    'FACET_S3_ACCESS_KEY_ID, FACET_S3_SECRET_ACCESS_KEY',
    'are not set, and this machine has no role or profile at AWS',
    'Set both, or give the machine a role.',
  ],
}

// What the SDK calls an answer in which it found no error of S3.
const withoutForm = new Set(['Unknown', 'UnknownError', 'Error', 'SyntaxError', 'TypeError'])

/** A refusal for a reason that we have no sentence for: then the server's own is the best there is. */
const withOwnWords =
  (error: Error): Explain =>
  (location, where, said) => {
    const [variable, problem, cure] = accessDenied(location, where, said)
    return withoutForm.has(error.name) ? [variable, problem, cure] : [variable, `${problem}: ${said}`, cure]
  }

/** What an S3 server said no with, if it was one. */
const findRefusal = (error: unknown): Explain | undefined => {
  const status = statusOf(error)
  if (!(error instanceof Error)) return undefined
  if (Object.hasOwn(refusals, error.name)) return refusals[error.name]
  if (status === 301) return otherRegion
  if (status === 401 || status === 403) return withOwnWords(error)
  if (status === undefined || withoutForm.has(error.name)) return undefined
  // Servers have codes of their own beside those of S3.
  if (/access key/i.test(error.message)) return unknownKey
  return ({ bucket }, where, said) => [
    'FACET_OBJECT_STORE',
    `${where} refuses to keep objects in the bucket "${bucket}": ${said}`,
    'Correct the bucket, or its settings.',
  ]
}

const ofS3 = (location: S3Location, error: unknown): Explanation => {
  const where = locationOf(location)
  const refusal = findRefusal(error)
  if (refusal) return refusal(location, where, reasonOf(error))
  const status = statusOf(error)
  const answer = status === undefined ? reasonOf(error) : `it answered ${status}, not as S3 does`
  return [
    endpointVariable(location),
    `the object store at ${where} cannot be used: ${answer}`,
    'Start the S3 server, or correct scheme, host and port.',
  ]
}

/** Every object is written once: a store that overwrites one, or only says that it did something, is none. */
export const overwritingProblem = (location: Location): SettingProblem =>
  new SettingProblem(
    location.kind === 'folder' ? 'FACET_OBJECT_STORE' : endpointVariable(location),
    `the object store at ${location.kind === 'folder' ? location.folder : locationOf(location)} overwrites an object that is there already`,
    'Name one that honours If-None-Match on a put.',
  )

/** Why nothing can be kept in the place that the settings name, and which of them to change. */
export const locationProblem = (location: Location, error: unknown): SettingProblem => {
  const cause: unknown = error instanceof Failure && error.cause ? error.cause : error
  if (location.kind === 'folder') return folderProblem('FACET_OBJECT_STORE', location.folder, cause)
  const [variable, problem, cure] = ofS3(location, cause)
  return new SettingProblem(variable, problem, cure, cause)
}
