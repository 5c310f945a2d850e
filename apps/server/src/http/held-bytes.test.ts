import { once } from 'node:events'
import { type IncomingMessage, request as startRequest } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { type Actor, givenDevBranch, givenModeler, useServer } from '#test'

const server = useServer({ FACET_WORK_MEMORY_MB: '256' })
const mebibyte = 1_048_576

const filesUrl = ({ deploymentId }: Actor): string => `${server.url()}/build/api/v1/deployments/${deploymentId}/data-model/files`
const headersOf = ({ headers, key }: Actor) => ({ ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' })

describe('what large requests and answers hold in memory', () => {
  it('is given back when they are over, and a tenant that has its share waits and is then refused', async () => {
    const admin = await givenModeler(server)
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

  it('is not kept for a caller who left while they waited for it', async () => {
    const admin = await givenModeler(server)
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

  it('is as much as the largest body takes where none says how long it is', async () => {
    const admin = await givenModeler(server)
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
