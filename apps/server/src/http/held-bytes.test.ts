import { describe, expect, it, vi } from 'vitest'
import { givenDevBranch, givenModeler, useServer } from '#test'

const server = useServer({ FACET_WORK_MEMORY_MB: '256' })
const mebibyte = 1_048_576

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
})
