import { createGit, type GitDir, runIn } from '../../../../apps/server/src/adapters/git/index.ts'
import { openObjectStore } from '../../../../apps/server/src/adapters/object-store/index.ts'
import { changeAt, openRepositoryEngine } from '../../../../apps/server/src/domains/modeling/engine/repositories/index.ts'
import { createFunctionCalls, createPool } from '../../../../apps/server/src/db/index.ts'
import type { createS3Installation } from '../../harness/s3-installation.ts'
import { cubeFile, cubeFiles, type ModelFile } from './author.ts'
import type { Files } from './read-back.ts'

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

const commitOf = (files: ModelFile[], number: number): string =>
  [
    `commit refs/heads/main\nmark :${number + 1}\ncommitter Ada <ada@facet.test> ${1_700_000_000 + number} +0000\n`,
    data(`Change ${number}`),
    number === 0 ? '' : `from :${number}\n`,
    ...files.map(({ path, content }) => `M 100644 inline ${path}\n${data(content)}`),
  ].join('')

const changeOf = (files: number, number: number): ModelFile[] =>
  number === 0 ? cubeFiles(files, 'first') : [cubeFile((number * 7) % files, `turn ${number}`)]

/** The files at the end of such a history. */
export const filesAfter = (files: number, commits: number): Files =>
  new Map(
    Array.from({ length: commits }, (_, number) => changeOf(files, number)).flatMap((changed) =>
      changed.map(({ path, content }) => [path, content] as const),
    ),
  )

/** What `git fast-import` makes a model of so many files and commits from; after the first each changes one file. */
export function* historyScript(files: number, commits: number): Generator<string> {
  for (let number = 0; number < commits; number++) yield commitOf(changeOf(files, number), number)
  yield 'done\n'
}

export const importHistory = async (gitDir: GitDir, files: number, commits: number): Promise<string> => {
  const input = [...historyScript(files, commits)].join('')
  await runIn(gitDir, {
    args: ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--force', '--done'],
    input,
    timeoutMs: 300_000,
  })
  const { stdout } = await runIn(gitDir, { args: ['rev-parse', 'refs/heads/main'] })
  return stdout.toString().trim()
}

/** The same history as the main branch of a deployment, put there as a node puts a change: thousands of saves would take too long to wait for. */
export const giveHistory = async (
  installation: Awaited<ReturnType<typeof createS3Installation>>,
  place: { tenantId: number; deploymentId: number },
  size: { files: number; commits: number; dataFolder: string },
): Promise<void> => {
  const { s3, serviceUrl } = installation
  const pool = createPool(serviceUrl, 4, () => undefined)
  const calls = createFunctionCalls(serviceUrl)
  const store = await openObjectStore({ kind: 's3', ...s3, region: 'us-east-1', prefix: '' })
  const authoring = await openRepositoryEngine({
    pool,
    store,
    dataFolder: size.dataFolder,
    maxCopyBytes: 1e9,
    gitOf: () => createGit(),
    node: 'history',
    starter: () => [],
    onProblem: () => undefined,
  })
  try {
    await changeAt({ pool, repositories: authoring.repositories }, place, AbortSignal.timeout(300_000), async (edit) =>
      edit.setRef('heads/main', await importHistory(edit.newGitDir, size.files, size.commits)),
    )
  } finally {
    await authoring.stop()
    store.close()
    await calls.close()
    await pool.end()
  }
}
