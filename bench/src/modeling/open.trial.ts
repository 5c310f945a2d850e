import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGit } from '../../../apps/server/src/adapters/git/index.ts'
import { createS3Store } from '../../../apps/server/src/adapters/object-store/s3-store.ts'
import { rowOf } from './fleet/assembled.ts'
import { findingOf } from '../harness/gate.ts'
import { againIfHeldUp } from '../harness/machine.ts'
import { median, rounded } from '../harness/numbers.ts'
import { comparePairs } from '../harness/pairs.ts'
import { createS3Installation } from '../harness/s3-installation.ts'
import { changedProgram, checkChanges, type SourceChange } from '../harness/source-changes.ts'
import type { Trial, TrialOptions } from '../trial.ts'
import { type Author, authorAt, createAuthor, cubeFile } from './authors/author.ts'
import { filesAfter, giveHistory, importHistory } from './authors/history.ts'
import { listFromStore } from './authors/plain-client.ts'
import { cloneShallow, initBare } from './authors/plain-git.ts'
import { askTree, type Files, filesOf, findWrong, readBranch, withPut } from './authors/read-back.ts'

const gate = 3
const stretch = 1.5
const cloneGate = 1.2
// Saves after the history, so that there is more than one pack to fetch, as there always is.
const laterSaves = 10

type S3Installation = Awaited<ReturnType<typeof createS3Installation>>
type Size = { files: number; commits: number }

/** A node that makes the indexes of its packs anew, and more than once. */
const indexing: SourceChange[] = [
  {
    file: 'domains/modeling/engine/repositories/local-copies.ts',
    find: `await store.getToFile(storedObjectKey(repositoryId, pack.indexKey), pack.indexSha256, \`\${path}.idx\`)`,
    put: `for (let time = 0; time < 5; time++) await indexPack(folder.gitDir, { pack: \`\${path}.pack\`, index: \`\${path}.idx\` })`,
  },
]

/** A node that leaves a file out of what it lists. */
const leavingOut: SourceChange[] = [
  { file: 'domains/modeling/files/list-files.ts', find: 'treeJson(entries, contents)', put: 'treeJson(entries.slice(1), contents)' },
]

/** One data model with a long history and a small one, and a second copy of the history on this disk. */
const prepare = async (installation: S3Installation, folder: string, { files, commits }: Size) => {
  const tenant = await installation.createTenant('open')
  const first = await installation.serve()
  const made = await createAuthor(installation, first, tenant, 'Large')
  const small = await createAuthor(installation, first, tenant, 'Small')
  const gitDir = join(folder, 'plain.git')
  initBare(gitDir)
  await importHistory({ path: gitDir, git: createGit() }, files, commits)
  const place = { tenantId: tenant.tenantId, deploymentId: made.deploymentId }
  await giveHistory(installation, place, { files, commits, dataFolder: join(folder, 'history') })
  const { branchName } = await made.api.startDevMode({ params: made, body: { branchName: 'main', fresh: true } })
  const large = authorAt(installation, first, { ...made, branchName: branchName ?? '' })
  const later = Array.from({ length: laterSaves }, (_, number) => cubeFile(number, `later ${number}`))
  for (const file of later) await large.put([file])
  await first.kill()
  return {
    large,
    small,
    gitDir,
    expected: withPut(filesAfter(files, commits), later),
    row: await rowOf({ installation, tenant }, large.deploymentId),
  }
}

type Authors = { large: Author; small: Author; expected: Files }

/** First looks at the large model, each on a node of its own; what it shows is looked at when the time has been taken. */
const openLooks = (installation: S3Installation, folder: string, { large, small, expected }: Authors, changes: SourceChange[] = []) => {
  const wrong: string[] = []
  const { settings, program } = changes.length === 0 ? { settings: {}, program: undefined } : changedProgram(changes)
  let turn = 0
  const look = async (): Promise<number> => {
    const dataFolder = join(folder, `node-${turn++}`)
    const node = await installation.serve({ ...settings, FACET_DATA_FOLDER: dataFolder }, program)
    // A node that serves others already: its connections are open and its code is warm.
    for (let time = 0; time < 5; time++) await askTree({ ...small, process: node }, small.branchName, false)
    const listed = await askTree({ ...large, process: node }, large.branchName, false)
    const paths = new Map([...filesOf(listed).keys()].map((path) => [path, '']))
    wrong.push(...findWrong(new Map([...expected.keys()].map((path) => [path, ''])), paths))
    wrong.push(...findWrong(expected, await readBranch({ ...large, process: node })))
    await node.kill()
    rmSync(dataFolder, { recursive: true, force: true })
    return listed.tookMs
  }
  return { wrong, look }
}

type Comparison = Pick<TrialOptions, 'plants' | 'say'> & { pairs: number }

const compare = async (installation: S3Installation, folder: string, size: Size, { pairs, plants, say }: Comparison) => {
  say(`making ${size.files} files and ${size.commits} commits …`)
  const prepared = await prepare(installation, folder, size)
  const { large, gitDir, expected, row } = prepared
  const store = createS3Store({ ...installation.s3, region: 'us-east-1', prefix: '' })
  const clones: number[] = []
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedMs = performance.now()
    await work()
    return performance.now() - startedMs
  }
  const baseline = async (): Promise<number> => {
    clones.push(await timed(() => cloneShallow(gitDir, join(folder, 'clone.git'))))
    let listed: string[] = []
    const tookMs = await timed(async () => {
      listed = await listFromStore(store, large.tenant.tenantId, row, large.branchName, join(folder, 'fetched.git'))
    })
    if (listed.length !== expected.size) throw new Error(`The measurement is broken: git lists ${listed.length} of ${expected.size} files.`)
    return tookMs
  }
  await baseline()
  const { look, wrong } = openLooks(installation, folder, prepared)
  say(`ms to the first tree of ${size.files} files and ${size.commits} commits, packs from the store and git ls-tree → a cold node`)
  const compared = await comparePairs(pairs, { baseline, subject: look }, say)
  if (!plants) return { compared, clone: median(clones), wrong }
  say('the same, with indexes that are rebuilt')
  const slow = openLooks(installation, folder, prepared, indexing)
  const planted = await againIfHeldUp(
    () => comparePairs(1, { baseline, subject: slow.look }, say),
    ({ ratio }) => ratio > gate,
    say,
  )
  const partial = openLooks(installation, folder, prepared, leavingOut)
  await partial.look()
  return { compared, clone: median(clones), wrong, planted: { ratio: planted.ratio, wrong: partial.wrong.length } }
}

export const trial: Trial = {
  family: 'bench',
  name: 'open',
  runsOn: 'nightly',
  summary: 'the first request for a large data model on a new node, against its packs and git ls-tree',
  claim: 'Opening a data model costs little more than its download.',
  gate: 'Ratio at most 3 (stretch 1.5), and 1.2 against a bare clone.',
  onFailure: 'Packs are not joined, indexes are rebuilt instead of fetched, or the history is read.',
  plants: [indexing, leavingOut],
  needs: ['postgres', 's3'],
  short: { seconds: 20, pace: 'alone' },
  run: async ({ quick, plants, say }) => {
    for (const changes of [indexing, leavingOut]) checkChanges(changes)
    const [size, pairs] = quick ? [{ files: 1000, commits: 100 }, 3] : [{ files: 10_000, commits: 5000 }, 7]
    const installation = await createS3Installation({ FACET_MODE: 'production', FACET_LOG_LEVEL: 'warn', FACET_DRAIN_MS: '0' })
    const folder = mkdtempSync(join(tmpdir(), 'facet-open-'))
    try {
      const { compared, clone, wrong, planted } = await compare(installation, folder, size, { pairs, plants, say })
      const ofClone = rounded(compared.subject / clone)
      return findingOf(quick, {
        // Once in the list of names, once among the contents.
        isHeld: wrong.length === 0 && (planted === undefined || (planted.wrong === 2 && planted.ratio > gate)),
        isReached: compared.ratio <= gate && ofClone <= cloneGate,
        figures: {
          ...compared,
          better: 'lower',
          gate,
          stretch,
          unit: 'ms',
          ...size,
          clone: { ms: rounded(clone), ratio: ofClone, gate: cloneGate },
          wrong: wrong.slice(0, 5),
          planted,
        },
      })
    } finally {
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
