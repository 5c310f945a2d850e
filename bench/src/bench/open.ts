import { createGit } from '../../../apps/server/src/adapters/git/index.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { createAuthor, cubeFile } from './authoring/author.ts'
import { giveHistory, importHistory } from './authoring/history.ts'
import { cloneShallow, initBare } from './authoring/plain-git.ts'

const gate = 3
const stretch = 1
// Saves after the history, so that there is more than one pack to fetch, as there always is.
const laterSaves = 10

export const open: Trial = {
  name: 'open',
  summary:
    'the first look at a data model of 10,000 files and 5,000 commits on a node that never had it, against git clone --depth 1 from the same disk',
  watches: [...watched.authoring],
  needs: ['postgres', 's3'],
  short: { seconds: 11, pace: 'alone' },
  run: async ({ quick, say }) => {
    const [files, commits, pairs] = quick ? [1000, 100, 3] : [10_000, 5000, 7]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-open-'))
    try {
      const tenant = await installation.createTenant('open')
      const first = await installation.serve()
      const large = await createAuthor(installation, first, tenant, 'Large')
      const small = await createAuthor(installation, first, tenant, 'Small')
      say(`making ${files} files and ${commits} commits …`)
      const gitDir = join(folder, 'plain.git')
      initBare(gitDir)
      await importHistory({ path: gitDir, git: createGit() }, files, commits)
      const place = { tenantId: tenant.tenantId, deploymentId: large.deploymentId }
      await giveHistory(installation, place, { files, commits, dataFolder: join(folder, 'history') })
      const { branchName } = await large.api.startDevMode({ params: large, body: { branchName: 'main', fresh: true } })
      for (let later = 0; later < laterSaves; later++)
        await large.api.updateFiles({ params: large, body: { branchName: branchName ?? '', files: [cubeFile(later, `later ${later}`)] } })
      await first.kill()

      const look = async (url: string, author: typeof large, name = author.branchName): Promise<number> => {
        const startedMs = performance.now()
        const response = await fetch(`${url}/build/api/v1/deployments/${author.deploymentId}/data-model/files?branchName=${name}`, {
          headers: { authorization: `Bearer ${tenant.adminKey}`, 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https' },
        })
        const body = await response.text()
        const tookMs = performance.now() - startedMs
        const found = body.split('"type":"file"').length - 1
        if (!response.ok || (author === large && found < files))
          throw new Error(`The measurement is broken: ${response.status}, ${found} files.`)
        return tookMs
      }
      let turn = 0
      const sides = {
        baseline: async () => {
          const startedMs = performance.now()
          await cloneShallow(gitDir, join(folder, 'clone.git'))
          return performance.now() - startedMs
        },
        subject: async () => {
          const node = await installation.serve({ FACET_DATA_FOLDER: join(folder, `node-${turn++}`) })
          // A node that serves others already: its connections are open and its code is warm.
          for (let time = 0; time < 5; time++) await look(node.url, small)
          const tookMs = await look(node.url, large, branchName ?? '')
          await node.kill()
          return tookMs
        },
      }
      await sides.baseline()
      say(`ms to the first tree of ${files} files and ${commits} commits, git clone --depth 1 → a cold node`)
      const { ratio, ...rest } = await comparePairs(pairs, sides, say)
      return { isPassed: quick || ratio <= gate, figures: { ratio, ...rest, better: 'lower', gate, stretch, unit: 'ms', files, commits } }
    } finally {
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
