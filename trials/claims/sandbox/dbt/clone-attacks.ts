import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitFolder, type TestRepository, writeCommitOf } from '@facet/testkit/git'
import { createRemotes } from '../../../../apps/server/src/adapters/git/index.ts'
import { cloneProject } from '../../../../apps/server/src/domains/dbt/engine/run/index.ts'
import type { Ground } from './ground.ts'
import { outbound, type Stage } from './phases.ts'
import type { Found } from './probing.ts'

type Cloning = {
  ground: Ground
  /** The folder of the clone. */
  folder: string
  home: string
  tookMs: number
}

type CloneAttack = {
  name: string
  /** Writes the hostile repository. Returns a URL if it is not that of the repository. */
  given: (ground: Ground, repository: TestRepository) => Promise<string | undefined>
  isReached: (cloning: Cloning) => boolean
  /** The time limit of a clone that would never end. */
  timeoutMs?: number
}

const project = 'name: hostile\nversion: 1.0.0\nconfig-version: 2\n'

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      )
    : []

const bytesBelow = (folder: string): number => filesBelow(folder).reduce((bytes, path) => bytes + statSync(path).size, 0)

/** A tree that refers to one blob many times: a megabyte is sent, and more than a gigabyte is written. */
const writeRepeated = async (repository: TestRepository, folder: string): Promise<string> => {
  const blob = join(folder, 'blob')
  writeFileSync(blob, Buffer.alloc(30 * 1_048_576, 'x'))
  const id = await repository.git(['hash-object', '-w', blob])
  const own = join(folder, 'dbt_project.yml')
  writeFileSync(own, project)
  const ownId = await repository.git(['hash-object', '-w', own])
  await repository.git(['read-tree', '--empty'])
  const entries = [`100644,${ownId},dbt_project.yml`, ...Array.from({ length: 36 }, (_, at) => `100644,${id},seeds/${at}.csv`)]
  await repository.git(['update-index', '--add', ...entries.flatMap((entry) => ['--cacheinfo', entry])])
  return writeCommitOf(repository, await repository.git(['write-tree']))
}

const commit = async (ground: Ground, repository: TestRepository, files: Record<string, string>): Promise<string> => {
  const folder = mkdtempSync(join(ground.folder, 'source-'))
  for (const [path, text] of Object.entries({ 'dbt_project.yml': project, ...files })) writeFileSync(join(folder, path), text)
  const head = await commitFolder(repository, 'main', folder)
  rmSync(folder, { recursive: true })
  return head
}

const cloneAttackList: CloneAttack[] = [
  {
    name: 'hooks and filters of the configuration of git',
    given: async (ground, repository) => void (await commit(ground, repository, { '.gitattributes': '* filter=evil\n' })),
    isReached: ({ home }) => existsSync(join(home, 'ran')),
  },
  {
    name: 'a submodule that leads to another host',
    given: async (ground, repository) => {
      const url = ground.evil.urlOf('submodule.git')
      const head = await commit(ground, repository, { '.gitmodules': `[submodule "sub"]\n\tpath = sub\n\turl = ${url}\n` })
      await repository.git(['read-tree', head])
      await repository.git(['update-index', '--add', '--cacheinfo', `160000,${head},sub`])
      await repository.git(['update-ref', 'refs/heads/main', await writeCommitOf(repository, await repository.git(['write-tree']))])
    },
    isReached: ({ ground }) => ground.evil.heard.some((line) => line.includes('/submodule.git')),
  },
  {
    name: 'a redirect that takes the credential along',
    given: async (ground, repository) => {
      await commit(ground, await ground.evil.addRepository('taken.git'), {})
      await commit(ground, repository, {})
      return ground.git.urlOf('redirect/taken.git')
    },
    isReached: ({ ground }) => ground.evil.heard.some((line) => line.includes(Buffer.from(`git:${ground.token}`).toString('base64'))),
  },
  {
    name: 'the credential left in what was cloned',
    given: async (ground, repository) => void (await commit(ground, repository, {})),
    isReached: ({ folder, ground }) => filesBelow(folder).some((path) => readFileSync(path).includes(ground.token)),
  },
  {
    name: 'more than a gigabyte checked out of a megabyte that was sent',
    given: async (ground, repository) => {
      const folder = mkdtempSync(join(ground.folder, 'source-'))
      await repository.git(['update-ref', 'refs/heads/main', await writeRepeated(repository, folder)])
    },
    isReached: ({ folder }) => bytesBelow(folder) > 1_073_741_824,
  },
  {
    name: 'a host that never answers',
    given: async (ground) => ground.git.urlOf('silent/x.git'),
    isReached: ({ tookMs }) => tookMs > 1000 + 2500,
    timeoutMs: 1000,
  },
]

/** A home folder with git hooks and filters. */
const writeHome = (folder: string): string => {
  const home = mkdtempSync(join(folder, 'home-'))
  const hooks = join(home, 'hooks')
  mkdirSync(hooks)
  writeFileSync(join(hooks, 'post-checkout'), `#!/bin/sh\ntouch ${home}/ran\n`, { mode: 0o755 })
  const filter = `[filter "evil"]\n\tsmudge = "touch ${home}/ran; cat"\n\trequired = false\n`
  writeFileSync(join(home, '.gitconfig'), `[core]\n\thooksPath = ${hooks}\n${filter}`)
  return home
}

const clone = (ground: Ground, url: string, folder: string, timeoutMs: number): Promise<unknown> => {
  const remote = { url, auth: { kind: 'token' as const, token: ground.token, user: 'git' }, tenantId: 1 }
  const remotes = createRemotes({ outbound, caFile: ground.caFile, folder: ground.folder })
  return cloneProject(
    { remotes, remote, ref: null, projectPath: '.', folder },
    { signal: new AbortController().signal, timeoutMs, onProgress: () => undefined },
  )
}

/** Clones hostile repositories, and repositories of hostile hosts. */
export const cloneAttacks = async ({ ground }: Stage): Promise<Found[]> => {
  const found: Found[] = []
  for (const [at, attack] of cloneAttackList.entries()) {
    const repository = await ground.git.addRepository(`clone-${at}.git`)
    const url = (await attack.given(ground, repository)) ?? ground.git.urlOf(`clone-${at}.git`)
    const [folder, home] = [mkdtempSync(join(ground.folder, 'clone-')), writeHome(ground.folder)]
    const { timeoutMs = 60_000 } = attack
    process.env['HOME'] = home
    const startedMs = Date.now()
    const outcome = await clone(ground, url, folder, timeoutMs).then(JSON.stringify, String)
    const tookMs = Date.now() - startedMs
    const isReached = attack.isReached({ ground, folder, home, tookMs })
    const past = attack.timeoutMs === undefined ? {} : { pastLimitMs: tookMs - timeoutMs }
    found.push({ phase: 'clone', name: attack.name, isReached, why: outcome.slice(0, 200), ...past })
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
