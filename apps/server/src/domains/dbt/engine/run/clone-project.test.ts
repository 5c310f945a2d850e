import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createRemotes, type Remotes } from '#adapters/git'
import { createOutbound } from '#adapters/outbound'
import {
  calmControl,
  commitFolder,
  filesWith,
  givenDbtRun,
  type GitServer,
  startGitServer,
  type TestRepository,
  writeCommitOf,
  writeTreeBomb,
} from '#test'
import { type ClonedProject, cloneProject, type CloneRequest, RunFailure } from './index.ts'

const token = 'canary-token-71c0'
let server: GitServer
let remotes: Remotes
let theirs: TestRepository
let number = 0

const outbound = createOutbound({ allowPrivateHosts: ['git.facet.test', 'gone.facet.test'], lookup: async () => ['127.0.0.1'] })

beforeAll(async () => {
  server = await startGitServer({ token })
  remotes = createRemotes({ outbound, caFile: server.caFile })
})
afterAll(() => server.close())
beforeEach(async () => {
  theirs = await server.addRepository(`${++number}.git`)
})

const cloning = (more: Partial<CloneRequest> = {}, control = calmControl()): Promise<ClonedProject> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const remote = { url: server.urlOf(`${number}.git`), auth: { kind: 'token' as const, token }, tenantId: 1 }
  return cloneProject({ remotes, remote, ref: null, projectPath: '.', folder, ...more }, control)
}

const failureOf = async (more: Partial<CloneRequest>): Promise<RunFailure> => {
  const failure: unknown = await cloning(more).catch((error: unknown) => error)
  if (!(failure instanceof RunFailure)) throw new Error('It did not fail as a run does.', { cause: failure })
  return failure
}

describe('a dbt repository', () => {
  it('is cloned at its default branch, a branch or a tag, without history or credential', async () => {
    const { files } = await givenDbtRun()
    await commitFolder(theirs, 'main', files)
    writeFileSync(join(files, 'second.txt'), 'two')
    const second = await commitFolder(theirs, 'main', files)
    writeFileSync(join(files, 'third.txt'), 'three')
    const third = await commitFolder(theirs, 'feature/x', files)
    await theirs.git(['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'tag', '-a', '-m', 'one', 'v1', second])

    const byDefault = await cloning()
    const branch = await cloning({ ref: 'feature/x' })
    const tag = await cloning({ ref: 'v1' })
    const full = await cloning({ ref: 'refs/heads/feature/x' })

    expect([byDefault.sha, branch.sha, tag.sha, full.sha]).toEqual([second, third, second, third])
    expect([byDefault.ref, tag.ref]).toEqual(['refs/heads/main', 'refs/tags/v1'])
    expect(readFileSync(join(branch.files, 'third.txt'), 'utf8')).toBe('three')
    expect(readdirSync(byDefault.files)).toContain('dbt_project.yml')
    expect(filesWith(join(byDefault.files, '..'), token)).toEqual([])
    expect(readFileSync(join(byDefault.files, '../git/shallow'), 'utf8').trim()).toBe(second)
  })

  it('has its project where the settings say, or the failure says where there is one', async () => {
    const { repository } = await givenDbtRun()
    await commitFolder(theirs, 'main', repository)

    expect((await cloning({ projectPath: '/files/' })).projectPath).toBe('files')
    expect(await failureOf({})).toMatchObject({
      code: 'project_not_found',
      phase: 'clone',
      message: 'There is no dbt_project.yml at the project path ".". There is one in: files.',
    })
    expect((await failureOf({ projectPath: 'files/../../..' })).message).toContain('leads out of the repository')
  })

  it.each<[string, () => Partial<CloneRequest>, Partial<RunFailure>]>([
    ['has no such ref', () => ({ ref: 'gone' }), { code: 'ref_not_found', isTransient: false }],
    ['is asked for a hash', () => ({ ref: 'a'.repeat(40) }), { code: 'ref_not_found' }],
    ['is asked for what git would read as more', () => ({ ref: '--upload-pack=x' }), { code: 'ref_not_found' }],
    [
      'refuses the token',
      () => ({ remote: { url: server.urlOf(`${number}.git`), auth: null, tenantId: 1 } }),
      { code: 'repository_auth_failed', isTransient: false },
    ],
    [
      'is not there',
      () => ({ remote: { url: server.urlOf('none.git'), auth: { kind: 'token', token }, tenantId: 1 } }),
      { code: 'repository_not_found', isTransient: false },
    ],
    [
      'does not answer',
      () => ({ remote: { url: 'https://gone.facet.test:9/a.git', auth: null, tenantId: 1 } }),
      { code: 'repository_unreachable', isTransient: true },
    ],
    [
      'is on a host of the machine',
      () => ({ remote: { url: 'https://localhost/a.git', auth: null, tenantId: 1 } }),
      { code: 'repository_refused', isTransient: false },
    ],
  ])('that %s fails by name', async (_, given, expected) => {
    await theirs.commit('main', { 'dbt_project.yml': 'name: a' })

    const failure = await failureOf(given())

    expect(failure).toMatchObject({ phase: 'clone', ...expected })
    expect(failure.message).not.toContain(token)
  })

  it('is not cloned for somebody who has gone', async () => {
    await theirs.commit('main', { 'dbt_project.yml': 'name: a' })
    const gone = new AbortController()
    const clone = cloning({}, calmControl({ signal: gone.signal, onProgress: () => gone.abort(new Error('cancelled')) }))

    await expect(clone).rejects.toThrow('cancelled')
  })
})

describe('a hostile repository', () => {
  it('of a few objects that stand for a million files is refused before one is written', async () => {
    await theirs.git(['update-ref', 'refs/heads/main', await writeCommitOf(theirs, await writeTreeBomb(theirs, 10, 6))])

    expect(await failureOf({})).toMatchObject({ phase: 'clone', code: 'limit_exceeded' })
  })

  it('has links written as links, submodules left out, and nothing of it run', async () => {
    const { files, folder } = await givenDbtRun({
      '.gitattributes': '* filter=evil\n',
      '.gitmodules': `[submodule "sub"]\n\tpath = sub\n\turl = https://gone.facet.test:9/x.git\n`,
    })
    symlinkSync(join(folder, 'profiles'), join(files, 'link'))
    const head = await commitFolder(theirs, 'main', files)
    await theirs.git(['read-tree', head])
    await theirs.git(['update-index', '--add', '--cacheinfo', `160000,${head},sub`])
    await theirs.git(['update-ref', 'refs/heads/main', await writeCommitOf(theirs, await theirs.git(['write-tree']))])

    const cloned = await cloning()

    expect(lstatSync(join(cloned.files, 'link')).isSymbolicLink()).toBe(true)
    expect(readdirSync(join(cloned.files, 'sub'))).toEqual([])
  })
})
