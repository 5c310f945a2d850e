import type { Config } from '#config'
import { Failure } from '#failure'
import { codeOf, hasCode, reasonOf, SettingProblem, userName } from '#system-errors'

type Place = Config['objectStore']
type S3Place = Extract<Place, { kind: 's3' }>
type Told = [variable: string, problem: string, cure: string]

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode

const awayCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EIO', 'ESTALE']

/** Whether the store did not answer, rather than refuse: it may do so in a moment, with the same settings. */
export const isStoreAway = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429
  return hasCode(error, ...awayCodes) || (error instanceof Error && error.name === 'TimeoutError')
}

type Explain = (place: S3Place, where: string) => Told

const accessDenied: Explain = ({ bucket }, where) => [
  'FACET_OBJECT_STORE',
  `${where} refuses access to the bucket "${bucket}"`,
  'Let the credentials put, get, list and remove objects in it, or correct the name of the bucket.',
]

const refusals: Record<string, Explain> = {
  NoSuchBucket: ({ bucket }, where) => [
    'FACET_OBJECT_STORE',
    `there is no bucket "${bucket}" at ${where}`,
    'Make the bucket, or correct its name.',
  ],
  InvalidAccessKeyId: (_, where) => [
    'FACET_S3_ACCESS_KEY_ID',
    `${where} does not know this access key`,
    'Correct it together with FACET_S3_SECRET_ACCESS_KEY.',
  ],
  SignatureDoesNotMatch: (_, where) => [
    'FACET_S3_SECRET_ACCESS_KEY',
    `${where} refuses the signature, so the secret is not that of FACET_S3_ACCESS_KEY_ID`,
    'Correct the secret; at AWS itself, FACET_S3_REGION too.',
  ],
  AccessDenied: accessDenied,
  CredentialsProviderError: () => [
    'FACET_S3_ACCESS_KEY_ID, FACET_S3_SECRET_ACCESS_KEY',
    'are not set, and this machine has no role or profile at AWS',
    'Set both, or give the machine a role.',
  ],
}

const ofS3 = (place: S3Place, error: unknown): Told => {
  const where = place.endpoint ?? `S3 of AWS in ${place.region}`
  const refusal = error instanceof Error ? refusals[error.name] : undefined
  if (refusal) return refusal(place, where)
  const status = statusOf(error)
  if (status === 401 || status === 403) return accessDenied(place, where)
  const variable = place.endpoint === null ? 'FACET_OBJECT_STORE' : 'FACET_S3_ENDPOINT'
  // An answer that is not in the form of S3 came from something else.
  const answer = status === undefined || codeOf(error) !== '' ? reasonOf(error) : `it answered ${status}, not as S3 does`
  return [variable, `the object store at ${where} cannot be used: ${answer}`, 'Start the S3 server, or correct scheme, host and port.']
}

const ofFolder = (folder: string, error: unknown): Told => [
  'FACET_OBJECT_STORE',
  `the folder ${folder} cannot be used: ${hasCode(error, 'ENOENT') ? 'it does not exist and cannot be made' : reasonOf(error)}`,
  `Make it for the user who runs facet (install -d -m 700 -o ${userName()} ${folder}), or name a folder this user may write to.`,
]

/** Why nothing can be kept in the place that the settings name, and which of them to change. */
export const placeProblem = (place: Place, error: unknown): SettingProblem => {
  const cause: unknown = error instanceof Failure && error.cause ? error.cause : error
  const [variable, problem, cure] = place.kind === 'folder' ? ofFolder(place.folder, cause) : ofS3(place, cause)
  return new SettingProblem(variable, problem, cure, cause)
}
