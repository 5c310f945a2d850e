import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eachOf } from '../harness/each-of.ts'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import type { Trial } from '../trial.ts'
import { createAuthor, cubeFile, cubeFiles } from './authoring/author.ts'
import { cloneShallow, commitFiles, initBare } from './authoring/plain-git.ts'

const gate = 3
const stretch = 1

export const open: Trial = {
  name: 'open',
  summary:
    'the first look at a data model of 10,000 files and 5,000 commits on a node that never had it, against git clone --depth 1 from the same disk',
  run: async ({ quick, say }) => {
    const [files, commits, pairs] = quick ? [1000, 100, 3] : [10_000, 5000, 7]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-open-'))
    try {
      const tenant = await installation.createTenant('open')
      const first = await installation.serve()
      const author = await createAuthor(installation, first, tenant, 'Large')
      const small = await createAuthor(installation, first, tenant, 'Small')
      const gitDir = join(folder, 'plain.git')
      initBare(gitDir)
      say(`making ${files} files and ${commits} commits …`)
      await author.put(cubeFiles(files, 'first'))
      await commitFiles(gitDir, cubeFiles(files, 'first'))
      const turns = Array.from({ length: commits - 1 }, (_, turn) => turn)
      await eachOf(turns, 4, (turn) => author.put([cubeFile((turn * 7) % files, `turn ${turn}`)]))
      for (const turn of turns) await commitFiles(gitDir, [cubeFile((turn * 7) % files, `turn ${turn}`)])
      await first.kill()
      const look = async (url: string, deploymentId: number, branchName: string): Promise<number> => {
        const startedMs = performance.now()
        const response = await fetch(`${url}/build/api/v1/deployments/${deploymentId}/data-model/files?branchName=${branchName}`, {
          headers: { authorization: `Bearer ${tenant.adminKey}`, 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https' },
        })
        const body = await response.text()
        if (!response.ok) throw new Error(`The measurement is broken: ${response.status} ${body.slice(0, 300)}`)
        return performance.now() - startedMs
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
          for (let time = 0; time < 5; time++) await look(node.url, small.deploymentId, small.branchName)
          const tookMs = await look(node.url, author.deploymentId, author.branchName)
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
