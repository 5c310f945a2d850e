import { once } from 'node:events'
import { type IncomingMessage, request as startRequest } from 'node:http'
import { describe, expect, vi } from 'vitest'
import { createClient as createDatabaseClient } from '#db'
import { createByteBudget } from '#limits'
import { type Actor, givenDevBranch, givenModeler, givenUpload, manifestOf, useGitHost, useServer, waitingBackends, withOwner } from '#test'
import { holdBytes } from './held-bytes.ts'

const host = useGitHost()
host.settings['FACET_WORK_MEMORY_MB'] = '256'
const server = useServer(host.settings)
const it = withOwner(server, () => givenModeler(server))
const mebibyte = 1_048_576

const lines = { what: 'megabytes', holder: 'tenant', maxWaiting: 1, maxWaitingPerKey: 1, maxWaitMs: 1000 }
const filesUrl = ({ deploymentId }: Actor): string => `${server.url()}/build/api/v1/deployments/${deploymentId}/data-model/files`
const headersOf = ({ headers, key }: Actor) => ({ ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' })

describe('what large requests and answers hold in memory', () => {
  it('is given back when they are over, and a tenant that has its share waits and is then refused', async ({ admin }) => {
    await givenDevBranch(admin)
    const { workMemory } = server.services()
    const content = 'x'.repeat(8 * mebibyte)
    const save = (path: string) => admin.api.updateFiles({ params: admin, body: { files: [{ path, content }] } })

    await Promise.all([save('a.yml'), save('b.yml'), save('c.yml')])
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(0))

    const others = workMemory.open(admin.tenantId)
    others.take(128 * mebibyte)
    await expect(save('d.yml')).rejects.toMatchObject({ code: expect.stringMatching(/^(rate_limited|service_unavailable)$/) })
    const branchName = (await admin.api.listBranches({ params: admin })).data.find(({ name }) => name !== 'main')?.name ?? ''
    const list = () => admin.api.listFiles({ params: admin, query: { branchName, withContent: true } })
    await expect(list()).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    others.release()

    expect(JSON.stringify(await list()).length).toBeGreaterThan(24 * mebibyte)
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(0))
  })

  it('is not kept for a caller who left while they waited for it', async ({ admin }) => {
    const { workMemory } = server.services()
    const others = workMemory.open(admin.tenantId)
    others.take(128 * mebibyte)
    const [asked, left] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
    const { open } = workMemory
    const spy = vi.spyOn(workMemory, 'open').mockImplementationOnce((tenantId) => {
      const held = open(tenantId)
      const release = (): void => {
        held.release()
        left.resolve(null)
      }
      asked.resolve(null)
      return { ...held, release }
    })
    const sent = startRequest(filesUrl(admin), { method: 'PUT', headers: { ...headersOf(admin), 'content-length': 8 * mebibyte } })
    sent.on('error', () => undefined)
    sent.flushHeaders()
    await asked.promise

    sent.destroy()
    await left.promise
    others.release()

    expect(workMemory.heldBytes()).toBe(0)
    spy.mockRestore()
  })

  it('is given back where the caller left while the operation waited for something else', async ({ admin }) => {
    await givenDevBranch(admin)
    await admin.api.updateFiles({ params: admin, body: { files: [{ path: 'a.yml', content: 'x'.repeat(8 * mebibyte) }] } })
    const { workMemory } = server.services()
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(0))
    const openings = vi.spyOn(workMemory, 'open')
    const holder = createDatabaseClient(server.database().adminUrl)
    await holder.connect()
    await holder.query('begin; lock table deployments in access exclusive mode')
    const sent = startRequest(`${filesUrl(admin)}?withContent=true`, { headers: headersOf(admin) })
    sent.on('error', () => undefined)
    sent.end()
    await vi.waitFor(async () => expect(await waitingBackends(server.database())).toHaveLength(1), { timeout: 30_000 })

    sent.destroy()
    // Whatever came of that connection is known to the service before it answers what was sent later.
    for (let times = 0; times < 2; times++) await fetch(`${server.url()}/livez`)
    await holder.query('rollback')
    await holder.end()

    await vi.waitFor(() => expect(openings).toHaveBeenCalled(), { timeout: 30_000 })
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(0))
    openings.mockRestore()
  })

  it('is not taken for a stream whose reader has left, which nobody would give back', () => {
    const workMemory = createByteBudget<number>({ ...lines, maxBytes: 8 * mebibyte, maxBytesPerKey: 8 * mebibyte })
    const takenBy = (streams: string | undefined) => () => {
      const request = { facet: { caller: { tenantId: 1 }, heldBytes: null, operation: { streams } } }
      holdBytes({ workMemory } as never, request as never, { raw: { closed: true } } as never, 2 * mebibyte)
    }

    expect(takenBy('application/x-ndjson')).toThrow('hung up')
    expect(workMemory.heldBytes()).toBe(0)
    expect(takenBy(undefined)).not.toThrow()
  })

  it('is not that of the tenant for whoever sends no credential, and has an end for each address', async ({ admin }) => {
    const { workMemory, anonymousMemory } = server.services()
    const url = `${server.url()}/api/v1/deployments/${admin.deploymentId}/dbt-integration/push-notice`
    const send = () => {
      const sent = startRequest(url, {
        method: 'POST',
        headers: { ...admin.headers, 'content-type': 'application/json', 'content-length': 5 * mebibyte },
      })
      sent.on('error', () => undefined)
      sent.flushHeaders()
      return sent
    }
    const sent = [send(), send(), send()]

    await vi.waitFor(() => expect(anonymousMemory.heldBytes()).toBe(16 * mebibyte))
    expect(workMemory.heldBytes()).toBe(0)

    for (const each of sent) each.destroy()
    await vi.waitFor(() => expect(anonymousMemory.heldBytes()).toBe(0))
  })

  it('is given back before the push of a remote is waited for, also by a repetition that waits for the same', async () => {
    const admin = await server.admin()
    await host.connect(admin)
    await admin.api.pull({ params: admin, body: { branchName: 'main' } })
    const files = { 'a.yml': 'cubes: []\n' }
    const transaction = { id: await givenUpload(admin, files, { live: true }) }
    const { workMemory } = server.services()
    const openings = vi.spyOn(workMemory, 'open')
    const body = JSON.stringify({ transaction, files: manifestOf(files), commitMessage: 'x' }) + ' '.repeat(2 * mebibyte)
    const headers = { ...headersOf(admin), 'idempotency-key': 'a-remote-that-takes-its-time' }
    const finish = () =>
      fetch(`${server.url()}/build/api/v1/deployments/${admin.deploymentId}/data-model/upload/finish`, { method: 'POST', headers, body })
    const { isHeld, release } = host.holdPush()

    const first = finish()
    await isHeld
    expect(workMemory.heldBytes()).toBe(0)
    const second = finish()
    await vi.waitFor(() => expect(openings).toHaveBeenCalledTimes(2))
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(0))
    release()

    const answers = await Promise.all([first, second])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true')
    openings.mockRestore()
  })

  it('is no more than came of a body that did not say how long it is, once that was read', async ({ admin }) => {
    await givenDevBranch(admin)
    const { workMemory } = server.services()
    const { open } = workMemory
    const kept: number[] = []
    const spy = vi.spyOn(workMemory, 'open').mockImplementationOnce((tenantId) => {
      const held = open(tenantId)
      const keepOnly = (bytes: number): void => {
        held.keepOnly(bytes)
        kept.push(workMemory.heldBytes())
      }
      return { ...held, keepOnly }
    })
    const sent = startRequest(filesUrl(admin), { method: 'PUT', headers: { ...headersOf(admin), 'transfer-encoding': 'chunked' } })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>

    sent.end(JSON.stringify({ files: [{ path: 'a.yml', content: 'x'.repeat(2 * mebibyte) }] }))
    const [answer] = await answered
    answer.resume()

    expect([answer.statusCode, kept]).toEqual([200, [8 * mebibyte]])
    spy.mockRestore()
  })

  it('is as much as the largest body takes where none says how long it is', async ({ admin }) => {
    await givenDevBranch(admin)
    const { workMemory } = server.services()
    const sent = startRequest(filesUrl(admin), { method: 'PUT', headers: { ...headersOf(admin), 'transfer-encoding': 'chunked' } })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.flushHeaders()
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(128 * mebibyte))

    sent.end(JSON.stringify({ files: [{ path: 'a.yml', content: 'cubes: []\n' }] }))
    const [answer] = await answered
    answer.resume()

    expect(answer.statusCode).toBe(200)
    await vi.waitFor(() => expect(workMemory.heldBytes()).toBe(0))
  })
})
