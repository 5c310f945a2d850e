import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf, objectKey } from '../../../apps/server/src/adapters/object-store/index.ts'
import { createS3Store } from '../../../apps/server/src/adapters/object-store/s3-store.ts'
import { findingOf } from '../harness/gate.ts'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import { changedProgram, checkChanges, type SourceChange } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { type Author, authorAt, createAuthor, cubeFiles } from './authors/author.ts'
import { commitFiles, initBare } from './authors/plain-git.ts'
import { type Files, findWrong, findWrongInStore, readBranch, withPut } from './authors/read-back.ts'

const gate = 2
const stretch = 1.3

/** A save that keeps a tenth of what it is given, and says that all is well. */
const dropping: SourceChange[] = [
  {
    file: 'domains/modeling/files/update-files.ts',
    find: 'const puts = body.files.map(',
    put: 'const puts = body.files.slice(0, Math.ceil(body.files.length / 10)).map(',
  },
]

type S3Installation = Awaited<ReturnType<typeof createS3Installation>>

/** The author's saves, each looked at in the store when its time has been taken. */
const openSaves = (installation: S3Installation, author: Author, files: number, before: Files) => {
  const wrong: string[] = []
  let expected = before
  let turn = 0
  return {
    wrong,
    expected: () => expected,
    save: async (): Promise<number> => {
      const changed = cubeFiles(files, `turn ${turn++}`)
      const startedMs = performance.now()
      await author.put(changed)
      const tookMs = performance.now() - startedMs
      expected = withPut(expected, changed)
      wrong.push(...(await findWrongInStore(installation, author, expected)))
      return tookMs
    },
  }
}

/** The same look at a save that drops files, on the same branch. */
const plantDropped = async (installation: S3Installation, author: Author, files: number, before: Files) => {
  const { settings, program } = changedProgram(dropping)
  const node = await installation.serve(settings, program)
  const { save, wrong } = openSaves(installation, authorAt(installation, node, author), files, before)
  await save()
  await node.kill()
  return { dropped: files - Math.ceil(files / 10), seen: wrong.length }
}

export const trial: Trial = {
  family: 'bench',
  name: 'commit',
  runsOn: 'nightly',
  summary: 'a commit of 500 files through the API, against git and one upload',
  claim: 'Saving files costs little more than git and one upload.',
  gate: 'Ratio at most 2.0 (stretch 1.3), and git reads every saved file from the store.',
  onFailure: 'A save uses more than one git command, upload or transaction (`save-cost.test.ts`). `wrong` names files with other content.',
  plants: [dropping],
  needs: ['postgres', 's3'],
  short: { seconds: 9, pace: 'alone' },
  run: async ({ quick, plants, say }) => {
    checkChanges(dropping)
    const [files, standing, pairs] = quick ? [100, 400, 3] : [500, 2000, 11]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-commit-'))
    try {
      const author = await createAuthor(installation, await installation.serve(), await installation.createTenant('commit'), 'Commit')
      const gitDir = join(folder, 'plain.git')
      initBare(gitDir)
      const first = cubeFiles(standing, 'first')
      const before = withPut(await readBranch(author), first)
      await author.put(first)
      await commitFiles(gitDir, first)
      const store = createS3Store({ ...installation.s3, region: 'us-east-1', prefix: '' })
      let turn = 0
      const { save, wrong, expected } = openSaves(installation, author, files, before)
      const sides = {
        baseline: async () => {
          const changed = cubeFiles(files, `turn ${turn++}`)
          const startedMs = performance.now()
          const pack = { file: await commitFiles(gitDir, changed) }
          const { sha256 } = await fingerprintOf(pack)
          await store.put(objectKey({ tenantId: 999 }, { kind: 'packs', sha256, nonce: String(turn) }), pack)
          return performance.now() - startedMs
        },
        subject: save,
      }
      await sides.baseline()
      await sides.subject()
      say(`ms for ${files} of ${standing} files in one commit, git and one upload → the API`)
      const { ratio, ...rest } = await comparePairs(pairs, sides, say)
      wrong.push(...findWrong(expected(), await readBranch(author)))
      await author.process.kill()
      const planted = plants ? await plantDropped(installation, author, files, expected()) : undefined
      return findingOf(quick, {
        isHeld: wrong.length === 0 && planted?.seen === planted?.dropped,
        isReached: ratio <= gate,
        figures: { ratio, ...rest, better: 'lower', gate, stretch, unit: 'ms', files, standing, wrong: wrong.slice(0, 5), planted },
      })
    } finally {
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
