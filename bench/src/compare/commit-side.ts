import { createAuthor, cubeFiles } from '../modeling/authors/author.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import type { Prepare } from './prepare.ts'

const files = 500
const standing = 2000

/** Commits of 500 files of 2,000, one after another, through the API to an S3 store. */
export const prepareCommit: Prepare = async () => {
  const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
  const author = await createAuthor(installation, await installation.serve(), await installation.createTenant('compare'), 'Compare')
  await author.put(cubeFiles(standing, 'first'))
  let turn = 0
  return {
    measure: async (seconds) => {
      const startedMs = performance.now()
      let commits = 0
      let tookMs = 0
      do {
        await author.put(cubeFiles(files, `turn ${turn++}`))
        commits++
        tookMs = performance.now() - startedMs
      } while (tookMs < seconds * 1000)
      return (commits * 1000) / tookMs
    },
    close: installation.close,
  }
}
