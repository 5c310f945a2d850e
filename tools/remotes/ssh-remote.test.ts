import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Actor, useServer } from '@facet/server/testing'
import { type SshServer, startSshServer } from '@facet/testkit/ssh'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const otherHostKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'

let ssh: SshServer
let folder: string
const server = useServer({ FACET_ALLOW_PRIVATE_HOSTS: 'localhost' })

beforeAll(async () => {
  ssh = await startSshServer()
  folder = mkdtempSync(join(tmpdir(), 'facet-ssh-remote-'))
})
afterAll(async () => {
  await ssh.close()
  rmSync(folder, { recursive: true, force: true })
})

const given = async (name: string) => {
  const admin = await server.admin()
  const repository = await ssh.addRepository(`${name}.git`)
  const head = await repository.commit('main', { 'model.yml': 'cubes: []\n' })
  const url = ssh.urlOf(repository, 'localhost')
  return { admin, api: admin.api, params: { deploymentId: admin.deploymentId }, repository, head, url }
}

const commitOn = async ({ api, deploymentId }: Actor, path: string, content: string) => {
  const params = { deploymentId }
  await api.startDevMode({ params, body: { branchName: 'main' } })
  await api.updateFiles({ params, body: { files: [{ path, content }] } })
  await api.commitChanges({ params, body: { message: 'Count orders', exitDevMode: true } })
}

describe('a data model with a remote over SSH', () => {
  it('pushes commits to a connected remote, where a clone contains them', async () => {
    const { admin, api, params, repository, head, url } = await given('model')

    const { remote } = await api.connectRemote({ params, body: { url } })
    const { stdout: fingerprints } = await run('ssh-keygen', ['-l', '-f', join(repository.gitDir, '..', 'host_key.pub')])
    expect(remote.sshPublicKey).toMatch(/^ssh-ed25519 \S+ facet$/)
    expect(remote.hostKeys).toMatchObject([{ type: 'ssh-ed25519' }])
    expect(fingerprints).toContain(remote.hostKeys[0]?.fingerprint)

    expect(await api.testRemote({ params })).toMatchObject({ isReachable: false, cause: 'remote_auth_failed' })
    ssh.authorize(remote.sshPublicKey ?? '')
    expect(await api.testRemote({ params })).toMatchObject({ isReachable: true, branches: ['main'] })
    expect(await api.pull({ params, body: {} })).toEqual({ buildTriggered: true })
    await commitOn(admin, 'orders.yml', 'cubes: []\n')
    // The commit was pushed with it.
    const { isPushed, lastHash } = await api.pushBranch({ params, body: {} })

    const clone = join(folder, 'clone')
    await run('git', ['clone', '--quiet', repository.gitDir, clone])
    const { stdout: log } = await run('git', ['-C', clone, 'log', '--format=%H %s'])
    expect(isPushed).toBe(false)
    expect(log.trim().split('\n')).toEqual([`${lastHash} Count orders`, `${head} Change the model`])
    await run('git', ['-C', clone, 'fsck', '--strict'])
  })

  it('keeps its key pair and the host keys when connected again, unless a new key pair is requested', async () => {
    const { api, params, url } = await given('kept')
    const first = (await api.connectRemote({ params, body: { url } })).remote

    const second = (await api.connectRemote({ params, body: { url } })).remote
    const third = (await api.connectRemote({ params, body: { url, newSshKey: true } })).remote

    expect(second).toMatchObject({ sshPublicKey: first.sshPublicKey, hostKeys: first.hostKeys })
    expect(third.sshPublicKey).not.toBe(first.sshPublicKey)
    expect(third.hostKeys).toEqual(first.hostKeys)
  })

  it('refuses a host whose key differs from the pinned one, until it is connected again', async () => {
    const { api, params, url } = await given('other')
    const { remote } = await api.connectRemote({ params, body: { url } })
    ssh.authorize(remote.sshPublicKey ?? '')
    await server
      .database()
      .query('update repository_remotes set host_keys = $1 where deployment_id = $2', [[otherHostKey], params.deploymentId])

    expect(await api.testRemote({ params })).toMatchObject({ isReachable: false, cause: 'remote_host_key_mismatch' })
    await expect(api.pull({ params, body: {} })).rejects.toMatchObject({ code: 'remote_host_key_mismatch' })

    await api.disconnectRemote({ params })
    const { remote: reconnected } = await api.connectRemote({ params, body: { url } })
    expect(reconnected.hostKeys).toEqual(remote.hostKeys)
  })

  it('keeps the private key out of responses, the log and the database', async () => {
    const { api, params, url } = await given('secret')
    const connected = await api.connectRemote({ params, body: { url } })
    await api.testRemote({ params })

    const rows = await server.database().query('select to_jsonb(r)::text as row from repository_remotes r')
    const seen = JSON.stringify([connected, await api.getRemote({ params }), rows]) + server.logs.join('')
    for (const text of ['PRIVATE KEY', 'b3BlbnNzaC1rZXk', Buffer.from('PRIVATE KEY').toString('hex')])
      expect(seen.includes(text)).toBe(false)
  })
})

const givenDbt = async (name: string) => {
  const { api, deploymentId } = await server.admin()
  const repository = await ssh.addRepository(`dbt-${name}.git`)
  await repository.commit('main', { 'dbt_project.yml': 'name: shop\n' })
  return { api, params: { deploymentId }, body: { url: ssh.urlOf(repository, 'localhost'), targetSchema: 'analytics' } }
}

describe('a dbt integration over SSH', () => {
  it('reaches the repository with the shown public key, until the key pair is rotated', async () => {
    const { api, params, body } = await givenDbt('reached')

    expect(await api.testDbtConnection({ params, body: { url: body.url } })).toMatchObject({
      isReachable: false,
      cause: 'authentication_failed',
      message: expect.stringContaining('key pair'),
    })
    const { integration } = await api.setDbtIntegration({ params, body })
    expect(integration.sshPublicKey).toMatch(/^ssh-ed25519 \S+ facet$/)
    expect(integration.hostKeys).toMatchObject([{ type: 'ssh-ed25519' }])
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: false, cause: 'authentication_failed' })
    ssh.authorize(integration.sshPublicKey ?? '')
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: true, branches: ['main'], hasBranch: true })

    const { sshPublicKey } = await api.rotateDbtSshKey({ params })
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: false, cause: 'authentication_failed' })
    ssh.authorize(sshPublicKey)
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: true })
  })

  it('keeps its key pair when edited, and refuses a host whose key differs from the pinned one', async () => {
    const { api, params, body } = await givenDbt('kept')
    const first = (await api.setDbtIntegration({ params, body })).integration
    const second = (await api.setDbtIntegration({ params, body: { ...body, target: 'prod' } })).integration
    expect([second.sshPublicKey, second.hostKeys]).toEqual([first.sshPublicKey, first.hostKeys])

    await server
      .database()
      .query('update dbt_integrations set host_keys = $2 where deployment_id = $1', [params.deploymentId, [otherHostKey]])
    expect(await api.testDbtConnection({ params, body: {} })).toMatchObject({ isReachable: false, cause: 'host_key_mismatch' })
  })
})
