import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findingOf } from '../harness/gate.ts'
import type { Installation } from '../harness/installation.ts'
import { rounded } from '../harness/numbers.ts'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import { changedProgram, checkChanges, type SourceChange } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { type Author, authorAt, createAuthor, cubeFile, cubeFiles } from './authors/author.ts'
import { commitFiles, initBare, readTree } from './authors/plain-git.ts'
import { askTree, type Files, filesOf, findWrong, readBranch, withPut } from './authors/read-back.ts'

const gate = 1.5
const stretch = 1

const answer = 'encodedJson(treeJson(entries, contents))'

/** Answers that name every file and would be quicker: without what is in them, and with what is in the first of them. */
const faults: Record<string, SourceChange[]> = {
  withoutContent: [
    { file: 'domains/modeling/files/list-files.ts', find: answer, put: 'encodedJson(treeJson(entries, new Map<string, Buffer>()))' },
  ],
  otherContent: [
    {
      file: 'domains/modeling/files/list-files.ts',
      find: 'contents.set(oid, content)',
      put: 'contents.set(oid, contents.values().next().value ?? content)',
    },
  ],
}

/** Reads of the author's branch; what was answered is looked at when the time has been taken. */
const openReads = (author: Author, expected: () => Files) => {
  const wrong: string[] = []
  const read = async (): Promise<number> => {
    const answered = await askTree(author, author.branchName, true)
    wrong.push(...findWrong(expected(), filesOf(answered)))
    return answered.tookMs
  }
  return { wrong, read }
}

/** How many files the same look finds wrong in an answer of each fault. */
const plantFaults = async (installation: Installation, author: Author, expected: Files): Promise<Record<string, number>> => {
  const seen: Record<string, number> = {}
  for (const [name, changes] of Object.entries(faults)) {
    const { settings, program } = changedProgram(changes)
    const node = await installation.serve(settings, program)
    const { read, wrong } = openReads(authorAt(installation, node, author), () => expected)
    await read()
    await node.kill()
    seen[name] = wrong.length
  }
  return seen
}

export const trial: Trial = {
  family: 'bench',
  name: 'tree',
  runsOn: 'nightly',
  summary: 'the tree of 5,000 files with content through the API, against git',
  claim: 'Reading a tree costs little more than git.',
  gate: 'Ratio at most 1.5 (stretch 1), and every file has the saved content.',
  onFailure: 'Contents are serialized again per request, or read from git one by one. `wrong` names the files.',
  plants: Object.values(faults),
  needs: ['postgres', 's3'],
  short: { seconds: 11, pace: 'alone' },
  run: async ({ quick, plants, say }) => {
    for (const changes of Object.values(faults)) checkChanges(changes)
    const [files, pairs] = quick ? [500, 3] : [5000, 11]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-tree-'))
    try {
      const author = await createAuthor(installation, await installation.serve(), await installation.createTenant('tree'), 'Tree')
      const gitDir = join(folder, 'plain.git')
      initBare(gitDir)
      const first = cubeFiles(files, 'first')
      let expected = withPut(await readBranch(author), first)
      await author.put(first)
      await commitFiles(gitDir, first)
      let turn = 0
      // A file changes before each side, so that no answer can be one that was kept.
      const change = async (): Promise<void> => {
        const changed = [cubeFile(turn % files, `turn ${turn++}`)]
        expected = withPut(expected, changed)
        await author.put(changed)
        await commitFiles(gitDir, changed)
      }
      const { read, wrong } = openReads(author, () => expected)
      const sides = {
        baseline: async () => {
          await change()
          const startedMs = performance.now()
          await readTree(gitDir)
          return performance.now() - startedMs
        },
        subject: async () => {
          await change()
          return read()
        },
      }
      // A node that has read nothing of the model yet: told, and not part of the ratio.
      const cold = rounded((await sides.subject()) / (await sides.baseline()))
      await sides.subject()
      say(`ms for the tree of ${files} files with content, git → the API`)
      const { ratio, ...rest } = await comparePairs(pairs, sides, say)
      await author.process.kill()
      const planted = plants ? await plantFaults(installation, author, expected) : {}
      return findingOf(quick, {
        // With the content of the first everywhere, the first is right.
        isHeld: wrong.length === 0 && Object.values(planted).every((seen) => seen >= files - 1),
        isReached: ratio <= gate,
        figures: { ratio, ...rest, better: 'lower', gate, stretch, unit: 'ms', files, first: cold, wrong: wrong.slice(0, 5), planted },
      })
    } finally {
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
