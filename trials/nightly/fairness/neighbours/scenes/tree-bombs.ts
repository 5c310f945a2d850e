import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeRepository, type TestRepository, writeCommitOf, writeTreeBomb } from '@facet/testkit/git'
import { createAuthor } from '../../../../harness/author.ts'
import type { Scene } from '../scene.ts'
import type { TenantLoad, Stage } from '../stage.ts'
import { diffing, givenOrdinaryModel } from './large-diffs.ts'

const connections = 2
// More than a node caches.
const branches = Array.from({ length: 6 }, (_, number) => `bomb-${number}`)
// A million paths in a few objects.
const [width, depth] = [16, 5]

/** A harmless file on top of these histories. */
const writeHarmless = async (repository: TestRepository, branch: string, parents: string[]): Promise<void> => {
  const blob = await repository.writeObject('blob', `cubes: [] # ${branch}\n`)
  const tree = await repository.git(['mktree'], `100644 blob ${blob}\t${branch}.yml\n`)
  await repository.git(['update-ref', `refs/heads/${branch}`, await writeCommitOf(repository, tree, parents)])
}

/** Branches with harmless heads. Their common ancestors with main are tree bombs. */
const writeBombs = async (repository: TestRepository): Promise<void> => {
  const below = await writeTreeBomb(repository, width, depth - 1)
  const folders = Array.from({ length: width }, (_, place) => `040000 tree ${below}\tn${place}\n`).join('')
  const bombs = await Promise.all(
    branches.map(async (branch) => {
      const blob = await repository.writeObject('blob', branch)
      const tree = await repository.git(['mktree'], `${folders}100644 blob ${blob}\tx\n`)
      return { branch, commit: await writeCommitOf(repository, tree) }
    }),
  )
  for (const { branch, commit } of bombs) await writeHarmless(repository, branch, [commit])
  await writeHarmless(
    repository,
    'main',
    bombs.map(({ commit }) => commit),
  )
}

/** Writes all heads into a pack in the object store, as a fetch from a remote would. */
const putPack = async ({ installation }: Stage, place: { tenantId: number; deploymentId: number }, { git, gitDir }: TestRepository) => {
  const base = join(gitDir, 'made')
  const name = await git(['pack-objects', '--quiet', '--all', '--revs', base], '')
  const put = (bytes: Buffer): { key: string; sha256: string } => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = `tenants/${place.tenantId}/packs/${place.deploymentId}/${sha256}-${randomBytes(8).toString('hex')}`
    const file = installation.s3.objectFile(key)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return { key, sha256 }
  }
  const pack = readFileSync(`${base}-${name}.pack`)
  const [stored, index] = [put(pack), put(readFileSync(`${base}-${name}.idx`))]
  return { key: stored.key, sha256: stored.sha256, size: pack.length, indexKey: index.key, indexSha256: index.sha256 }
}

const givenBombs = async (stage: Stage, party: TenantLoad): Promise<number> => {
  const { installation, node } = stage
  const { tenantId } = party.tenant
  const { api, deploymentId } = await createAuthor(installation, node(), party.tenant, 'Bomb')
  for (const name of branches) await api.createBranch({ params: { deploymentId }, body: { name } })
  const repository = await makeRepository(join(installation.folder, `bomb-${deploymentId}.git`))
  await writeBombs(repository)
  const refs = Object.fromEntries(
    await Promise.all(
      ['main', ...branches].map(async (branch) => [`heads/${branch}`, await repository.find(`refs/heads/${branch}`)] as const),
    ),
  )
  await installation.sql(
    'update repositories set version = version + 1, packs = packs || $3::jsonb, refs = refs || $4::jsonb where tenant_id = $1 and deployment_id = $2',
    [tenantId, deploymentId, JSON.stringify([await putPack(stage, { tenantId, deploymentId }, repository)]), JSON.stringify(refs)],
  )
  return deploymentId
}

/** Diffs against an ancestor with a million paths. */
export const treeBombs: Scene = {
  name: 'tree-bombs',
  limitedBy: 'diff 413 model_too_large',
  prepare: async (stage) => ({
    twin: { kinds: [diffing(stage.neighbour, await givenOrdinaryModel(stage, 'Beside bombs'))], connections },
    attack: {
      kinds: [
        {
          ...diffing(stage.neighbour, { deploymentId: await givenBombs(stage, stage.neighbour), branchInPath: '%turn%' }),
          turns: branches,
        },
      ],
      connections,
    },
  }),
}
