import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rounded } from '../harness/numbers.ts'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { createAuthor, cubeFile, cubeFiles } from './authoring/author.ts'
import { commitFiles, initBare, readTree } from './authoring/plain-git.ts'

const gate = 1.5
const stretch = 1

export const tree: Trial = {
  name: 'tree',
  summary: 'the tree of 5,000 files with their content through the API, against git ls-tree and cat-file --batch',
  watches: [...watched.authoring, ...watched.requests],
  needs: ['postgres', 's3'],
  short: { seconds: 6, pace: 'alone' },
  run: async ({ quick, say }) => {
    const [files, pairs] = quick ? [500, 3] : [5000, 11]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-tree-'))
    try {
      const facet = await installation.serve()
      const author = await createAuthor(installation, facet, await installation.createTenant('tree'), 'Tree')
      const gitDir = join(folder, 'plain.git')
      initBare(gitDir)
      await author.put(cubeFiles(files, 'first'))
      await commitFiles(gitDir, cubeFiles(files, 'first'))
      const url = `${facet.url}/build/api/v1/deployments/${author.deploymentId}/data-model/files?withContent=true&branchName=${author.branchName}`
      const headers = {
        authorization: `Bearer ${author.tenant.adminKey}`,
        'x-forwarded-host': author.tenant.host,
        'x-forwarded-proto': 'https',
      }
      let turn = 0
      // A file changes before each pair, so that no answer can be one that was kept.
      const change = async (): Promise<void> => {
        const changed = [cubeFile(turn % files, `turn ${turn++}`)]
        await author.put(changed)
        await commitFiles(gitDir, changed)
      }
      const sides = {
        baseline: async () => {
          await change()
          const startedMs = performance.now()
          await readTree(gitDir)
          return performance.now() - startedMs
        },
        subject: async () => {
          const startedMs = performance.now()
          const response = await fetch(url, { headers })
          const body = await response.text()
          const tookMs = performance.now() - startedMs
          if (!response.ok || body.split('"type":"file"').length - 1 < files)
            throw new Error('The measurement is broken: files are missing.')
          return tookMs
        },
      }
      // A node that has read nothing of the model yet: told, and not part of the ratio.
      const first = rounded((await sides.subject()) / (await sides.baseline()))
      await sides.subject()
      say(`ms for the tree of ${files} files with content, git → the API`)
      const { ratio, ...rest } = await comparePairs(pairs, sides, say)
      return { isPassed: quick || ratio <= gate, figures: { ratio, ...rest, better: 'lower', gate, stretch, unit: 'ms', files, first } }
    } finally {
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
