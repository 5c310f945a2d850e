import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createOutbound } from '#adapters/outbound'
import { type GitServer, makeRepository, type OwnRepository, startGitServer, type TestRepository } from '#test'
import { createRemotes, type Remotes } from './remote.ts'
import { withinBytes } from './remote-fetch.ts'
import { createGit } from './run.ts'
import type { Remote, RemoteLimits } from './remote-connection.ts'

const token = 'hunter2-token'
let server: GitServer
let folder: string
let remotes: Remotes
let theirs: TestRepository
let ours: OwnRepository
let remote: Remote
let number = 0

const outbound = createOutbound({ allowPrivateHosts: ['git.facet.test'], lookup: async () => ['127.0.0.1'] })
const limitedTo = (limits: Partial<RemoteLimits>): Remotes => createRemotes({ outbound, caFile: server.caFile, limits })
const refusal = (code: string) => expect.objectContaining({ code })

beforeAll(async () => {
  server = await startGitServer({
    token,
    intercept: ({ url = '', headers: { authorization } }, response) => {
      if (url.startsWith('/moved')) response.writeHead(301, { location: `https://git.facet.test:${server.port}/1.git${url}` }).end()
      else if (url.startsWith('/broken')) response.writeHead(502).end()
      else if (url.startsWith('/forbidden')) response.writeHead(403).end()
      else if (url.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\n<p>Welcome.</p>\n</html>\n')
      else if (url.startsWith('/echo')) response.writeHead(200, { 'content-type': 'text/plain' }).end(`${authorization}\n${token}\n`)
      else if (url.startsWith('/mute')) return true
      else return false
      return true
    },
  })
  folder = mkdtempSync(join(tmpdir(), 'facet-remote-test-'))
  remotes = limitedTo({})
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  number++
  theirs = await server.addRepository(`${number}.git`)
  ours = await makeRepository(join(folder, `${number}.git`))
  remote = { url: server.urlOf(`${number}.git`), auth: { kind: 'token', token }, tenantId: 1 }
})

describe('a remote over HTTPS', () => {
  it('is asked with files in the folder of the process, which go afterwards', async () => {
    const own = join(folder, 'own', String(number))
    const used: string[] = []
    const git = createGit()
    const run: typeof git.run = (call) => {
      used.push(call.path)
      return git.run(call)
    }
    await theirs.commit('main', { 'a.yml': '1' })

    await createRemotes({ outbound, caFile: server.caFile, gitOf: () => ({ ...git, run }), folder: own }).listBranches(remote)

    expect(used.map((path) => path.startsWith(join(own, 'remote-')))).toEqual([true])
    expect(readdirSync(own)).toEqual([])
  })

  it('lists its branches, and which is the default', async () => {
    const main = await theirs.commit('main', { 'a.yml': '1' })
    const next = await theirs.commit('feature/next', { 'a.yml': '2' })

    expect(await remotes.listBranches(remote)).toEqual({
      branches: [
        { name: 'feature/next', sha: next },
        { name: 'main', sha: main },
      ],
      defaultBranch: 'main',
    })
  })

  it('gives the objects of named branches, into the namespace that was asked for', async () => {
    const main = await theirs.commit('main', { 'a.yml': '1' })
    await theirs.commit('other', { 'a.yml': '2' })

    expect(await remotes.fetchInto(remote, { gitDir: ours.dir, branches: ['main'], namespace: 'refs/imports/7/' })).toEqual([
      { name: 'main', sha: main },
    ])
    expect(await ours.find('refs/imports/7/main')).toBe(main)
    expect(await ours.find('refs/imports/7/other')).toBeNull()
    expect(await ours.git(['show', 'refs/imports/7/main:a.yml'])).toBe('1')
    await ours.git(['fsck', '--strict'])
    expect(readdirSync(ours.gitDir).filter((name) => name.startsWith('incoming'))).toEqual([])
  })

  it('that sent too much is not looked at any more', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const full = mkdtempSync(join(tmpdir(), 'facet-within-'))
    onTestFinished(() => rmSync(full, { recursive: true, force: true }))
    writeFileSync(join(full, 'pack'), 'x'.repeat(1000))
    const before = timers()

    await expect(withinBytes(full, 10, undefined, async () => undefined)).rejects.toThrow(refusal('remote_too_large'))

    expect(timers()).toBe(before)
  })

  it('gives only what is new the second time, and forgets branches that went', async () => {
    await theirs.commit('main', { 'a.yml': '1' })
    await theirs.commit('old', { 'a.yml': '1' })
    await remotes.fetchInto(remote, { gitDir: ours.dir, branches: 'all' })
    await theirs.git(['update-ref', '-d', 'refs/heads/old'])
    const nested = await theirs.commit('old/nested', { 'a.yml': '1' })
    const main = await theirs.commit('main', { 'a.yml': '2' })

    await remotes.fetchInto(remote, { gitDir: ours.dir, branches: 'all' })

    expect(await ours.find('refs/remotes/origin/main')).toBe(main)
    expect(await ours.find('refs/remotes/origin/old/nested')).toBe(nested)
    expect(await ours.git(['rev-list', '--count', 'refs/remotes/origin/main'])).toBe('2')
  })

  it('says which branch it does not have', async () => {
    await theirs.commit('main', { 'a.yml': '1' })

    await expect(remotes.fetchInto(remote, { gitDir: ours.dir, branches: ['main', 'gone'] })).rejects.toMatchObject({
      code: 'remote_branch_not_found',
      message: 'The remote has no branch "gone".',
    })
    expect(await ours.find('refs/remotes/origin/main')).toBeNull()
  })

  it('takes commits, new branches too', async () => {
    const first = await ours.commit('main', { 'a.yml': '1' })
    await remotes.pushTo(remote, { gitDir: ours.dir, updates: [{ branch: 'main', sha: first, expected: null }] })
    const second = await ours.commit('main', { 'a.yml': '2' })
    await remotes.pushTo(remote, {
      gitDir: ours.dir,
      updates: [
        { branch: 'main', sha: second, expected: first },
        { branch: 'copy', sha: second },
      ],
    })

    expect(await theirs.find('refs/heads/main')).toBe(second)
    expect(await theirs.find('refs/heads/copy')).toBe(second)
  })

  it('is not overwritten when it is elsewhere than expected', async () => {
    const first = await ours.commit('main', { 'a.yml': '1' })
    await remotes.pushTo(remote, { gitDir: ours.dir, updates: [{ branch: 'main', sha: first }] })
    const theirMain = await theirs.commit('main', { 'a.yml': 'theirs' })
    const second = await ours.commit('main', { 'a.yml': '2' })
    const push = (expected?: string | null) =>
      remotes.pushTo(remote, {
        gitDir: ours.dir,
        updates: [
          { branch: 'main', sha: second, ...(expected === undefined ? {} : { expected }) },
          { branch: 'copy', sha: second },
        ],
      })

    for (const expected of [first, null, undefined])
      await expect(push(expected)).rejects.toMatchObject({ code: 'remote_moved', status: 409, message: expect.stringContaining('"main"') })
    expect(await theirs.find('refs/heads/main')).toBe(theirMain)
    expect(await theirs.find('refs/heads/copy')).toBeNull()
  })

  it('cannot have the log tell what it was sent', async () => {
    const asked = remotes.listBranches({ ...remote, url: server.urlOf(`echo.git/${token}`) }).catch((error: unknown) => error)

    expect(inspect(await asked, { depth: 9 })).not.toMatch(
      new RegExp(`${token}|${Buffer.from(`x-token-auth:${token}`).toString('base64')}`),
    )
  })

  it('cannot have the log tell what its URL asks with', async () => {
    const asked = remotes
      .listBranches({ ...remote, url: `${server.urlOf('gone.git')}?private_token=asked-9a41` })
      .catch((error: unknown) => error)

    expect(inspect(await asked, { depth: 9 })).toContain('gone.git?…')
    expect(inspect(await asked, { depth: 9 })).not.toContain('asked-9a41')
  })

  it('may have rules of its own', async () => {
    const first = await ours.commit('main', { 'a.yml': '1' })
    await theirs.git(['config', '--file', join(theirs.gitDir, 'config'), 'receive.denyDeletes', 'true'])
    await remotes.pushTo(remote, {
      gitDir: ours.dir,
      updates: [
        { branch: 'main', sha: first },
        { branch: 'x', sha: first },
      ],
    })

    await expect(remotes.deleteBranch(remote, { branch: 'x' })).rejects.toThrow(refusal('remote_push_refused'))
  })

  it('loses a branch, once, and not when it has moved', async () => {
    const first = await theirs.commit('old', { 'a.yml': '1' })
    await theirs.commit('old', { 'a.yml': '2' })

    await expect(remotes.deleteBranch(remote, { branch: 'old', expected: first })).rejects.toThrow(refusal('remote_moved'))
    await remotes.deleteBranch(remote, { branch: 'old' })
    await remotes.deleteBranch(remote, { branch: 'old' })
    expect(await theirs.find('refs/heads/old')).toBeNull()
  })

  it.each(['.git', '..', '.GIT', 'git~1'])('is refused when a tree of it holds %s', async (name) => {
    const blob = await theirs.writeObject('blob', 'x')
    const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')])
    const tree = await theirs.writeObject('tree', entry)
    const who = 'Eve <eve@example.com> 1700000000 +0000'
    const sha = await theirs.writeObject('commit', `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nx\n`)
    await theirs.git(['update-ref', 'refs/heads/main', sha])

    await expect(remotes.fetchInto(remote, { gitDir: ours.dir, branches: 'all' })).rejects.toThrow(refusal('remote_content_refused'))
    expect(await ours.find(`${sha}^{commit}`)).toBeNull()
  })

  it('is cut off when it sends more than a fetch takes', async () => {
    await theirs.commit('main', { 'a.bin': Array.from({ length: 100_000 }, () => Math.random()).join('') })

    await expect(limitedTo({ maxBytes: 200_000 }).fetchInto(remote, { gitDir: ours.dir, branches: 'all' })).rejects.toThrow(
      refusal('remote_too_large'),
    )
    expect(await ours.find('refs/remotes/origin/main')).toBeNull()
    expect(readdirSync(ours.gitDir).filter((name) => name.startsWith('incoming'))).toEqual([])
  })

  it('is refused when what it sent unpacks to more than a fetch takes, however small it was on the way', async () => {
    await theirs.commit('main', { 'a.txt': 'x'.repeat(1_000_000) })
    const limited = limitedTo({ maxBytes: 200_000 })
    await limited.fetchInto(remote, { gitDir: ours.dir, branches: 'all' })
    await theirs.commit('next', { 'b.txt': 'y'.repeat(3_000_000) })

    await expect(limited.fetchInto(remote, { gitDir: ours.dir, branches: 'all' })).rejects.toMatchObject({
      code: 'remote_too_large',
      message: expect.stringContaining('unpacks to more than 1 MiB'),
    })
    expect(await ours.find('refs/remotes/origin/next')).toBeNull()
  })

  it('is waited for no longer than allowed, and nothing is left running', async () => {
    const name = `mute-${server.port}.git`
    const mute = { ...remote, url: server.urlOf(name) }

    await expect(limitedTo({ askTimeoutMs: 500 }).listBranches(mute)).rejects.toThrow(refusal('remote_unreachable'))
    expect(execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' })).not.toContain(name)
  })

  it('is left when whoever asked leaves', async () => {
    const leaving = new AbortController()
    const url = server.urlOf('mute-left.git')
    const fetched = remotes.fetchInto({ ...remote, url }, { gitDir: ours.dir, branches: 'all', signal: leaving.signal })
    const leave = async (): Promise<void> => {
      await vi.waitFor(() => expect(server.requests.join()).toContain('mute-left.git'), 20_000)
      leaving.abort(new Error('leaving'))
    }

    await Promise.all([expect(fetched).rejects.toThrow('leaving'), leave()])
    expect(readdirSync(ours.gitDir).filter((name) => name.startsWith('incoming'))).toEqual([])
  })

  it('is dialled at the judged address under its own name', () => {
    expect(server.requests.length).toBeGreaterThan(0)
    expect(server.requests.every((request) => request.endsWith(` git.facet.test:${server.port}`))).toBe(true)
  })

  it('is not asked for branches whose names would mean something else', async () => {
    for (const name of ['a:b', '*', '-x', '../x', 'a b', ''])
      await expect(remotes.fetchInto(remote, { gitDir: ours.dir, branches: [name] })).rejects.toThrow('cannot be the name of a branch')
  })
})

describe('the test of a connection', () => {
  it('says that a repository is reachable', async () => {
    await theirs.commit('main', { 'a.yml': '1' })

    expect(await remotes.testConnection(remote)).toEqual({
      isReachable: true,
      message: 'Repository is reachable',
      branches: ['main'],
      defaultBranch: 'main',
    })
  })

  const causes: [string, () => Remote, string][] = [
    ['a wrong token', () => ({ ...remote, auth: { kind: 'token', token: 'wrong-token' } }), 'authentication_failed'],
    ['no token', () => ({ ...remote, auth: null }), 'authentication_failed'],
    ['a token that may not', () => ({ ...remote, url: server.urlOf('forbidden.git') }), 'authentication_failed'],
    ['no such repository', () => ({ ...remote, url: server.urlOf('none.git') }), 'repository_not_found'],
    ['a page that is no repository', () => ({ ...remote, url: server.urlOf('page') }), 'repository_not_found'],
    ['a redirect', () => ({ ...remote, url: server.urlOf('moved.git') }), 'repository_not_found'],
    ['a broken host', () => ({ ...remote, url: server.urlOf('broken.git') }), 'host_unreachable'],
    ['a closed port', () => ({ ...remote, url: 'https://git.facet.test:1/a' }), 'host_unreachable'],
    ['another protocol', () => ({ ...remote, url: 'http://git.facet.test/a' }), 'unsupported_protocol'],
    ['no URL', () => ({ ...remote, url: 'project' }), 'not_a_git_url'],
    ['a private host', () => ({ ...remote, url: `https://127.0.0.1:${server.port}/1.git` }), 'private_host'],
    ['SSH without a key', () => ({ ...remote, url: 'git@git.facet.test:a' }), 'authentication_failed'],
  ]

  it.each(causes)('names the cause: %s', async (_what, of, cause) => {
    const tested = await remotes.testConnection(of())

    expect(tested).toMatchObject({ isReachable: false, cause })
    expect(JSON.stringify(tested)).not.toContain(token)
  })

  it('does not follow a redirect', async () => {
    const before = server.requests.length
    await remotes.testConnection({ ...remote, url: server.urlOf('moved.git') })

    expect(server.requests.slice(before)).toEqual([expect.stringContaining('/moved.git/info/refs')])
  })

  it('trusts no certificate that was not named', async () => {
    const tested = await createRemotes({ outbound }).testConnection(remote)

    expect(tested).toMatchObject({
      isReachable: false,
      cause: 'host_unreachable',
      message: expect.stringContaining('FACET_REMOTE_CA_FILE'),
    })
  })

  it('says when a name leads nowhere', async () => {
    const nowhere = createOutbound({ allowPrivateHosts: [], lookup: () => Promise.reject(new Error('ENOTFOUND')) })

    expect(await createRemotes({ outbound: nowhere }).testConnection(remote)).toMatchObject({ cause: 'host_unreachable' })
  })
})
