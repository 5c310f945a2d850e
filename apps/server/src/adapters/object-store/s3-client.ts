import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

export type S3Location = {
  /** Left out at AWS itself, which is addressed by region. */
  endpoint: string | null
  region: string
  bucket: string
  /** In front of every key, without slashes around it; empty for none. */
  prefix: string
  /** Left out, the SDK looks where it always does: variables, profile, role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

const connectMs = 2000
// The wait for a free connection counts as connecting, so there must be more than ever are in use.
const maxConnections = 512
const silent = (): undefined => undefined

/** Attempts are counted here and not in the SDK: a put must know whether it may be its own predecessor that it meets. */
export const createS3Client = ({ endpoint, region, credentials }: S3Location): S3Client =>
  new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      httpAgent: { keepAlive: true, maxSockets: maxConnections },
      httpsAgent: { keepAlive: true, maxSockets: maxConnections },
    },
    // The SDK would write to the console.
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  })

type WriteOnce = { Bucket: string; Key: string; Body: NodeJS.ReadableStream; ContentLength: number; Metadata: Record<string, string> }

/** The hash goes into the signature, which every store checks, and as a checksum, which the better ones keep. */
export const putOnce = (input: WriteOnce, sha256: string): PutObjectCommand => {
  const checksum = Buffer.from(sha256, 'hex').toString('base64')
  const command = new PutObjectCommand({ ...input, Body: input.Body as never, IfNoneMatch: '*', ChecksumSHA256: checksum })
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'signTheHash' },
  )
  return command
}
