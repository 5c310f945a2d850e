import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Server, startS3Server } from '@facet/testkit/s3'
import { createInstallation, type Installation, type Settings } from './installation.ts'

export const s3Settings = ({ endpoint, bucket, credentials }: Pick<S3Server, 'endpoint' | 'bucket' | 'credentials'>): Settings => ({
  FACET_OBJECT_STORE: `s3://${bucket}`,
  FACET_S3_ENDPOINT: endpoint,
  FACET_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  FACET_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})

/** An installation whose objects are in an S3 server of its own. */
export const createS3Installation = async (settings: Settings = {}): Promise<Installation & { s3: S3Server }> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-s3-'))
  const s3 = await startS3Server(folder)
  const endS3 = async (): Promise<void> => {
    await s3.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const installation = await createInstallation({ settings: { ...s3Settings(s3), ...settings } })
    return {
      ...installation,
      s3,
      close: async () => {
        await installation.close()
        await endS3()
      },
    }
  } catch (error) {
    await endS3()
    throw error
  }
}
