import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf, objectKey } from '../../../apps/server/src/adapters/object-store/index.ts'
import { createS3Store } from '../../../apps/server/src/adapters/object-store/s3-store.ts'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { createAuthor, cubeFiles } from './authoring/author.ts'
import { commitFiles, initBare } from './authoring/plain-git.ts'

const gate = 2
const stretch = 1.3

export const commit: Trial = {
  name: 'commit',
  summary: '500 files changed in one commit through the API, against bare git and one upload of its pack to the same store',
  watches: [...watched.authoring, ...watched.requests],
  needs: ['postgres', 's3'],
  short: { seconds: 6, pace: 'alone' },
  run: async ({ quick, say }) => {
    const [files, standing, pairs] = quick ? [100, 400, 3] : [500, 2000, 11]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-commit-'))
    try {
      const author = await createAuthor(installation, await installation.serve(), await installation.createTenant('commit'), 'Commit')
      const gitDir = join(folder, 'plain.git')
      initBare(gitDir)
      await author.put(cubeFiles(standing, 'first'))
      await commitFiles(gitDir, cubeFiles(standing, 'first'))
      const store = createS3Store({ ...installation.s3, region: 'us-east-1', prefix: '' })
      let turn = 0
      const timed = async (work: () => Promise<void>): Promise<number> => {
        const startedMs = performance.now()
        await work()
        return performance.now() - startedMs
      }
      const sides = {
        baseline: () =>
          timed(async () => {
            const pack = { file: await commitFiles(gitDir, cubeFiles(files, `turn ${turn}`)) }
            const { sha256 } = await fingerprintOf(pack)
            await store.put(objectKey({ tenantId: 999 }, { kind: 'packs', sha256, nonce: String(turn) }), pack)
          }),
        subject: () => {
          const changed = cubeFiles(files, `turn ${turn++}`)
          return timed(() => author.put(changed))
        },
      }
      await sides.baseline()
      await sides.subject()
      say(`ms for ${files} of ${standing} files in one commit, git and one upload → the API`)
      const { ratio, ...rest } = await comparePairs(pairs, sides, say)
      return { isPassed: quick || ratio <= gate, figures: { ratio, ...rest, better: 'lower', gate, stretch, unit: 'ms', files, standing } }
    } finally {
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
