import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generateSshKey, type Remote } from '#adapters/git'
import { createOutbound } from '#adapters/outbound'
import {
  calmControl,
  type DbtRunFolder,
  filesWith,
  givenDbtRun,
  type GitServer,
  runFolderForTest,
  sandboxOfFile,
  type SshServer,
  startGitServer,
  startSshServer,
  testDbt,
} from '#test'
import { installPackages, type InstallRequest, RunFailure } from './index.ts'

const token = 'canary-token-33d8'
const sandbox = sandboxOfFile()
const outbound = createOutbound({ allowPrivateHosts: ['git.facet.test', 'evil.facet.test'], lookup: async () => ['127.0.0.1'] })
let server: GitServer
let evil: GitServer
const evilHeaders: string[] = []

beforeAll(async () => {
  server = await startGitServer({ token })
  evil = await startGitServer({
    host: 'evil.facet.test',
    intercept: ({ headers, url }) => {
      evilHeaders.push(`${url} ${JSON.stringify(headers)}`)
      return false
    },
  })
})
afterAll(() => Promise.all([server.close(), evil.close()]))
beforeEach(() => {
  evilHeaders.length = 0
})

const project = (name: string): Record<string, string> => ({ 'dbt_project.yml': `name: ${name}\nversion: 1.0.0\nconfig-version: 2\n` })
const packagesOf = (...urls: string[]): Record<string, string> => ({
  'packages.yml': `packages:\n${urls.map((url) => `  - git: ${JSON.stringify(url)}\n    revision: main\n    warn-unpinned: false\n`).join('')}`,
})

const requestFor = (folders: DbtRunFolder, remote: Remote, caFile: string | null, more: Partial<InstallRequest> = {}): InstallRequest => ({
  ...{ sandbox: sandbox(), environment: testDbt(), folders, checkout: { files: folders.files, projectPath: '.', hasPackages: true } },
  ...{ warehouse: 'postgres', target: 'dev', targetSchema: 'analytics', variables: { selected: {}, database: {} } },
  sources: { outbound, caFile, remote, publicHosts: [], runFolder: runFolderForTest() },
  ...more,
})

const overHttps = (): Remote => ({ url: server.urlOf('project.git'), auth: { kind: 'token', token, user: 'git' }, tenantId: 1 })

describe('private packages over HTTPS', () => {
  it('are installed with the credential of the clone, nested ones too, and it is nowhere inside', async () => {
    await (await server.addRepository('inner.git')).commit('main', project('inner'))
    await (await server.addRepository('outer.git')).commit('main', { ...project('outer'), ...packagesOf(server.urlOf('inner.git')) })
    const folders = await givenDbtRun(packagesOf(server.urlOf('outer.git')))
    const control = calmControl()

    const { installed } = await installPackages(requestFor(folders, overHttps(), server.caFile), control)

    expect(installed).toHaveLength(2)
    for (const name of ['outer', 'inner']) expect(existsSync(join(folders.files, 'dbt_packages', name, 'dbt_project.yml'))).toBe(true)
    expect(filesWith(folders.folder, token)).toEqual([])
    expect(control.told.join(' ')).not.toContain(token)
  })

  it('of a hostile package that asks for the credential, in its name, at its own host, or in the environment, end the run and get nothing', async () => {
    const url = `https://evil.facet.test:${evil.port}/x.git`
    const name = "https://git.facet.test/{{ env_var('GIT_CONFIG_VALUE_0') }}/{{ env_var('HOME') }}/{{ env_var('API_TOKEN') }}.git"
    await (await server.addRepository('hostile.git')).commit('main', { ...project('hostile'), ...packagesOf(url, name) })
    const folders = await givenDbtRun(packagesOf(server.urlOf('hostile.git')))
    const variables = { selected: { API_TOKEN: 'canary-variable-17' }, database: {} }

    const failure = await installPackages(requestFor(folders, overHttps(), server.caFile, { variables }), calmControl()).catch(
      (error: unknown) => error,
    )

    expect(failure).toBeInstanceOf(RunFailure)
    const { message, dbtSaid, code, phase, isTransient } = failure as RunFailure
    expect([code, phase, isTransient]).toEqual(['packages_failed', 'deps', false])
    expect(message).toContain('not one that packages may be fetched from')
    expect(`${message} ${dbtSaid}`).not.toContain('canary')
    expect(evilHeaders).toEqual([])
    expect(filesWith(folders.folder, token)).toEqual([])
  })

  it('that the credential may not read are named', async () => {
    const folders = await givenDbtRun(packagesOf(server.urlOf('absent.git')))

    const failure = installPackages(requestFor(folders, overHttps(), server.caFile), calmControl())

    await expect(failure).rejects.toMatchObject({
      code: 'packages_failed',
      phase: 'deps',
      message: expect.stringContaining('has no repository /absent.git'),
    })
  })

  it('are nobody’s to install where the project names none', async () => {
    const folders = await givenDbtRun()
    const request = requestFor(folders, overHttps(), server.caFile)
    const nothing = { run: () => Promise.reject(new Error('nothing is to be run')) }

    expect(
      await installPackages({ ...request, sandbox: nothing, checkout: { ...request.checkout, hasPackages: false } }, calmControl()),
    ).toEqual({ installed: [] })
  })
})

describe('private packages over SSH', () => {
  let ssh: SshServer
  beforeAll(async () => {
    ssh = await startSshServer()
  })
  afterAll(() => ssh.close())

  it('are installed through an agent, whose key is nowhere inside', async () => {
    const { privateKey, publicKey } = await generateSshKey()
    ssh.authorize(publicKey)
    const repository = await ssh.addRepository('package.git')
    await repository.commit('main', project('by_ssh'))
    const folders = await givenDbtRun(packagesOf(ssh.urlOf(repository)))
    const remote: Remote = { url: ssh.urlOf(repository), auth: { kind: 'sshKey', privateKey, hostKeys: [ssh.hostKey] }, tenantId: 1 }

    const { installed } = await installPackages(requestFor(folders, remote, null), calmControl())

    expect(installed).toHaveLength(1)
    expect(existsSync(join(folders.files, 'dbt_packages/by_ssh/dbt_project.yml'))).toBe(true)
    expect(filesWith(folders.folder, privateKey.split('\n')[2] ?? '')).toEqual([])
  })

  it('are not fetched from a host that shows another key', async () => {
    const { privateKey, publicKey } = await generateSshKey()
    ssh.authorize(publicKey)
    const repository = await ssh.addRepository('other.git')
    await repository.commit('main', project('other'))
    const folders = await givenDbtRun(packagesOf(ssh.urlOf(repository)))
    const { publicKey: foreign } = await generateSshKey()
    const hostKeys = [foreign.split(' ').slice(0, 2).join(' ')]
    const remote: Remote = { url: ssh.urlOf(repository), auth: { kind: 'sshKey', privateKey, hostKeys }, tenantId: 1 }

    await expect(installPackages(requestFor(folders, remote, null), calmControl())).rejects.toMatchObject({
      code: 'packages_failed',
      phase: 'deps',
    })
    expect(existsSync(join(folders.files, 'dbt_packages/other'))).toBe(false)
  })
})
