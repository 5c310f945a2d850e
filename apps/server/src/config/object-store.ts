import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reader } from './reader.ts'
import type { SettingName } from './setting-names.ts'

export type ObjectStoreConfig =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string | null
      region: string
      credentials: { accessKeyId: string; secretAccessKey: string } | null
    }
type Named = { kind: 'folder'; folder: string } | { kind: 's3'; bucket: string; prefix: string }

const form = 'is neither a folder such as file:///var/lib/facet/objects nor a bucket such as s3://facet or s3://facet/prefix.'

// The text is not repeated: an address that somebody wrote with credentials in it would be shown.
const named = (text: string): Named => {
  const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*)?\/?)?$/.exec(text)
  if (s3?.[1]) return { kind: 's3', bucket: s3[1], prefix: s3[2] ?? '' }
  if (!text.startsWith('file:///') || !URL.canParse(text)) throw new Error(form)
  return { kind: 'folder', folder: resolve(fileURLToPath(text)) }
}

const endpoint = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.pathname !== '/' || url.search || url.hash)
    throw new Error('is not the address of an S3 server, such as https://s3.internal:9000, with no path and no credentials in it.')
  return url.origin
}

const readS3 = (read: Reader<SettingName>, { bucket, prefix }: { bucket: string; prefix: string }): ObjectStoreConfig => {
  const accessKeyId = read.text('FACET_S3_ACCESS_KEY_ID')
  const secretAccessKey = read.text('FACET_S3_SECRET_ACCESS_KEY')
  if ((accessKeyId === null) !== (secretAccessKey === null))
    read.problems.push('FACET_S3_ACCESS_KEY_ID and FACET_S3_SECRET_ACCESS_KEY: set both, or neither to use the role of the machine.')
  return {
    kind: 's3',
    bucket,
    prefix,
    endpoint: read.parse('FACET_S3_ENDPOINT', null, endpoint),
    region: read.text('FACET_S3_REGION') ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  }
}

/** Where objects are kept. Production must say it: a folder that nobody chose is a folder that nobody backs up. */
export const readObjectStore = (read: Reader<SettingName>, mode: 'production' | 'development', dataFolder: string): ObjectStoreConfig => {
  const fallback: Named = { kind: 'folder', folder: resolve(dataFolder, 'objects') }
  if (mode === 'production' && read.text('FACET_OBJECT_STORE') === null)
    read.problems.push(
      'FACET_OBJECT_STORE: set it to a bucket such as s3://facet, or on one machine to a folder such as file:///var/lib/facet/objects.',
    )
  const location = read.parse<Named>('FACET_OBJECT_STORE', fallback, named)
  return location.kind === 'folder' ? location : readS3(read, location)
}
