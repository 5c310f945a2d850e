import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, relative } from 'node:path'
import { makeRepository } from '@facet/server/testing'
import type { TestRepository } from '@facet/testkit/git'
import { type SshServer, startSshServer } from '@facet/testkit/ssh'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRemotes, generateSshKey, type Remote, type SshKey } from '../../apps/server/src/adapters/git/index.ts'
import { createOutbound, type Lookup, type Outbound } from '../../apps/server/src/adapters/outbound/index.ts'

let server: SshServer
let key: SshKey
let theirs: TestRepository
let folder: string
let main: string

const remotesAt = (lookup: Lookup) => createRemotes({ outbound: createOutbound({ allowPrivateHosts: ['git.facet.test'], lookup }) })
const remotes = remotesAt(async () => ['127.0.0.1'])
const remote = (changes: Partial<{ url: string; privateKey: string; hostKeys: string[] }> = {}): Remote => ({
  url: changes.url ?? server.urlOf(theirs),
  auth: { kind: 'sshKey', privateKey: changes.privateKey ?? key.privateKey, hostKeys: changes.hostKeys ?? [server.hostKey] },
  tenantId: 1,
})

beforeAll(async () => {
  server = await startSshServer()
  key = await generateSshKey()
  server.authorize(key.publicKey)
  theirs = await server.addRepository("it's a repository.git")
  main = await theirs.commit('main', { 'a.yml': '1' })
  folder = mkdtempSync(join(tmpdir(), 'facet-ssh-test-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a key pair', () => {
  it('is of a modern kind and says whose it is', () => {
    expect(key.publicKey).toMatch(/^ssh-ed25519 \S+ facet$/)
    expect(key.privateKey).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
  })
})

describe('a remote over SSH', () => {
  it('is listed, fetched, pushed to and cleaned up', async () => {
    const ours = await makeRepository(join(folder, 'ours.git'))

    expect(await remotes.listBranches(remote())).toEqual({ branches: [{ name: 'main', sha: main }], defaultBranch: 'main' })
    await remotes.fetchInto(remote(), { gitDir: ours.dir, branches: ['main'] })
    expect(await ours.find('refs/remotes/origin/main')).toBe(main)
    const sha = await ours.commit('change', { 'a.yml': '2' })
    await remotes.pushTo(remote(), { gitDir: ours.dir, updates: [{ branch: 'change', sha, expected: null }] })
    expect(await theirs.find('refs/heads/change')).toBe(sha)
    await expect(remotes.pushTo(remote(), { gitDir: ours.dir, updates: [{ branch: 'main', sha, expected: sha }] })).rejects.toMatchObject({
      code: 'remote_moved',
    })
    await remotes.deleteBranch(remote(), { branch: 'change' })
    expect(await theirs.find('refs/heads/change')).toBeNull()
  })

  it('may be written as git@host:path, from the root or from a home', async () => {
    // That form names no port, and 22 is not ours to listen on.
    const guard = createOutbound({ allowPrivateHosts: ['git.facet.test'], lookup: async () => ['127.0.0.1'] })
    const outbound: Outbound = { resolve: async (url, kinds) => ({ ...(await guard.resolve(url, kinds)), port: server.port }) }
    const { gitDir } = await server.addRepository('100%25.git')
    const { homedir } = userInfo()

    for (const path of [gitDir, relative(homedir, gitDir)])
      expect(await createRemotes({ outbound }).testConnection(remote({ url: `${server.user}@git.facet.test:${path}` }))).toMatchObject({
        isReachable: true,
      })
    expect(
      await remotes.testConnection(
        remote({ url: `ssh://${server.user}@git.facet.test:${server.port}/~/${relative(homedir, encodeURI(gitDir))}` }),
      ),
    ).toMatchObject({ isReachable: true })
  })

  it('is dialled at another of its addresses when the first is dead', async () => {
    expect(await remotesAt(async () => ['127.0.0.9', '127.0.0.1']).testConnection(remote())).toMatchObject({
      isReachable: true,
      branches: ['main'],
    })
  })

  it('leaves no key behind', async () => {
    const before = readdirSync(tmpdir())
    await remotes.testConnection(remote())

    // Tests beside this one use remotes too, and theirs go as well.
    const made = readdirSync(tmpdir()).filter((name) => name.startsWith('facet-remote-') && !before.includes(name))
    await expect.poll(() => made.filter((name) => readdirSync(tmpdir()).includes(name)), { timeout: 30_000 }).toEqual([])
  })

  it('shows its keys, so that one can be compared and pinned', async () => {
    const keys = await remotes.listHostKeys(remote().url)

    expect(keys).toEqual([{ key: server.hostKey, fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/) }])
    await expect(remotes.listHostKeys('https://git.facet.test/a')).rejects.toMatchObject({ code: 'remote_url_invalid' })
    await expect(remotes.listHostKeys('git@127.0.0.1:a')).rejects.toMatchObject({ code: 'remote_host_private' })
  })
})

describe('the test of a connection over SSH', () => {
  it('says that a repository is reachable', async () => {
    expect(await remotes.testConnection(remote())).toMatchObject({
      isReachable: true,
      message: 'Repository is reachable',
      branches: ['main'],
    })
  })

  it('names the cause: a key that is not let in', async () => {
    const { privateKey } = await generateSshKey()

    expect(await remotes.testConnection(remote({ privateKey }))).toMatchObject({ cause: 'authentication_failed' })
    expect(await remotes.testConnection(remote({ privateKey: 'no key' }))).toMatchObject({ cause: 'authentication_failed' })
  })

  it('names the cause: another host key than the pinned one, or none pinned', async () => {
    const other = (await generateSshKey()).publicKey.split(' ').slice(0, 2).join(' ')

    expect(await remotes.testConnection(remote({ hostKeys: [other] }))).toMatchObject({ cause: 'host_key_mismatch' })
    expect(await remotes.testConnection(remote({ hostKeys: [] }))).toMatchObject({ cause: 'host_key_mismatch' })
  })

  it('names the cause: no such repository, a closed port', async () => {
    const at = (path: string, port = server.port): string => `ssh://${server.user}@git.facet.test:${port}${path}`

    expect(await remotes.testConnection(remote({ url: at('/nowhere.git') }))).toMatchObject({ cause: 'repository_not_found' })
    expect(await remotes.testConnection(remote({ url: at('/a', 1) }))).toMatchObject({ cause: 'host_unreachable' })
  })
})

describe('ssh', () => {
  it('heeds nothing of the machine: no configuration, no agent, no proxy', async () => {
    const program = join(folder, 'proxy')
    const mark = join(folder, 'mark')
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`)
    chmodSync(program, 0o755)
    mkdirSync(join(folder, '.ssh'))
    writeFileSync(join(folder, '.ssh', 'config'), `Host *\n  ProxyCommand ${program}\n`)
    for (const name of ['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_PROXY_COMMAND', 'SSH_AUTH_SOCK']) vi.stubEnv(name, program)
    vi.stubEnv('HOME', folder)

    expect(await remotes.testConnection(remote())).toMatchObject({ isReachable: true })
    expect(readdirSync(folder)).not.toContain('mark')
  })
})
