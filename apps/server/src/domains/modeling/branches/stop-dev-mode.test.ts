import { describe, expect, it } from 'vitest'
import { enterDevMode, givenKey, useServer } from '#test'

const server = useServer()

describe('stopDevMode', () => {
  it('leaves dev mode and keeps the personal branch', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)

    expect(await admin.api.stopDevMode({ params: admin })).toEqual({ success: true })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect((await admin.api.listBranches({ params: admin })).items.map(({ name }) => name)).toContain(branchName)
  })

  it('answers the same when the credential is not in dev mode', async () => {
    const admin = await server.admin()

    expect(await admin.api.stopDevMode({ params: admin })).toEqual({ success: true })
    expect(await admin.api.stopDevMode({ params: admin })).toEqual({ success: true })
  })

  it('leaves other credentials of the same person where they are', async () => {
    const admin = await server.admin()
    const second = await givenKey(server, admin)
    await enterDevMode(admin)
    await enterDevMode(second)

    await admin.api.stopDevMode({ params: admin })

    expect(await second.api.commitChanges({ params: admin, body: {} })).toEqual({ success: true })
  })
})
