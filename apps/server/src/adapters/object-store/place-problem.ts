import type { Config } from '#config'
import { Failure } from '#failure'
import { folderProblem } from '#folders'
import { hasCode, reasonOf, SettingProblem } from '#system-errors'

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

const placeOf = ({ endpoint, region }: S3Place): string => endpoint ?? `S3 of AWS in ${region}`
const endpointVariable = ({ endpoint }: S3Place): string => (endpoint === null ? 'FACET_OBJECT_STORE' : 'FACET_S3_ENDPOINT')

type Explain = (place: S3Place, where: string) => Told

const accessDenied: Explain = ({ bucket }, where) => [
  'FACET_OBJECT_STORE',
  `${where} refuses access to the bucket "${bucket}"`,
  'Let the credentials put, get, list and remove objects in it, or correct the name of the bucket.',
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
  CredentialsProviderError: () => [
    'FACET_S3_ACCESS_KEY_ID, FACET_S3_SECRET_ACCESS_KEY',
    'are not set, and this machine has no role or profile at AWS',
    'Set both, or give the machine a role.',
  ],
}

// What the SDK calls an answer in which it found no error of S3.
const withoutForm = new Set(['Unknown', 'UnknownError', 'Error', 'SyntaxError', 'TypeError'])

/** What an S3 server said no with, if it was one. */
const findRefusal = (error: unknown): Explain | undefined => {
  const status = statusOf(error)
  if (!(error instanceof Error)) return undefined
  if (refusals[error.name]) return refusals[error.name]
  if (status === 401 || status === 403) return accessDenied
  if (status === undefined || withoutForm.has(error.name)) return undefined
  // Servers have codes of their own beside those of S3.
  if (/access key/i.test(error.message)) return unknownKey
  return ({ bucket }, where) => [
    'FACET_OBJECT_STORE',
    `${where} refuses to keep objects in the bucket "${bucket}": ${reasonOf(error)}`,
    'Correct the bucket, or its settings.',
  ]
}

const ofS3 = (place: S3Place, error: unknown): Told => {
  const where = placeOf(place)
  const refusal = findRefusal(error)
  if (refusal) return refusal(place, where)
  const status = statusOf(error)
  const answer = status === undefined ? reasonOf(error) : `it answered ${status}, not as S3 does`
  return [
    endpointVariable(place),
    `the object store at ${where} cannot be used: ${answer}`,
    'Start the S3 server, or correct scheme, host and port.',
  ]
}

/** Every object is written once: a store that overwrites one, or only says that it did something, is none. */
export const overwritingProblem = (place: Place): SettingProblem =>
  new SettingProblem(
    place.kind === 'folder' ? 'FACET_OBJECT_STORE' : endpointVariable(place),
    `the object store at ${place.kind === 'folder' ? place.folder : placeOf(place)} overwrites an object that is there already`,
    'Name one that honours If-None-Match on a put.',
  )

/** Why nothing can be kept in the place that the settings name, and which of them to change. */
export const placeProblem = (place: Place, error: unknown): SettingProblem => {
  const cause: unknown = error instanceof Failure && error.cause ? error.cause : error
  if (place.kind === 'folder') return folderProblem('FACET_OBJECT_STORE', place.folder, cause)
  const [variable, problem, cure] = ofS3(place, cause)
  return new SettingProblem(variable, problem, cure, cause)
}
