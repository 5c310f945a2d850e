import { describe, expect, it } from 'vitest'
import { enterDevMode, givenBranch, headOf, itPagesByCursor, useServer } from '#test'

const server = useServer()

describe('listBranches', () => {
  itPagesByCursor(server, 'listBranches', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenBranch(owner)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: (owner) => givenBranch(owner),
  })

  it('begins with the deploy branch alone, under the name the deployment gives it', async () => {
    const admin = await server.admin()
    await admin.api.updateDeployment({ params: admin, body: { deployBranchName: 'production' } })

    const { items, data } = await admin.api.listBranches({ params: admin })

    expect(items).toMatchObject([
      { name: 'production', kind: 'deploy', parentBranch: null, isStagingEnvironmentEnabled: false, expiresAt: null },
    ])
    expect(items[0]?.lastHash).toBe(await headOf(server, admin, 'production'))
    expect(data).toEqual(items)
  })

  it('shows shared branches to all and personal ones to whom they belong', async () => {
    const admin = await server.admin()
    const other = await server.colleague(admin, { role: 'Developer' })
    const shared = await givenBranch(admin)
    const [mine, theirs] = [await enterDevMode(admin, shared), await enterDevMode(other)]

    const seenBy = async (who: typeof admin) =>
      (await who.api.listBranches({ params: admin })).items.map(({ name, kind, parentBranch }) => `${kind} ${name} of ${parentBranch}`)

    expect((await seenBy(admin)).toSorted()).toEqual([`deploy main of null`, `dev ${mine} of ${shared}`, `shared ${shared} of main`])
    expect((await seenBy(other)).toSorted()).toEqual([`deploy main of null`, `dev ${theirs} of main`, `shared ${shared} of main`])
  })

  it('is open to an Explorer, who reads the model, and closed to a Viewer', async () => {
    const admin = await server.admin()
    const explorer = await server.colleague(admin, { role: 'Explorer' })
    const viewer = await server.colleague(admin, { role: 'Viewer' })

    expect((await explorer.api.listBranches({ params: admin })).items).toHaveLength(1)
    expect(await server.outcome(viewer, 'listBranches', { params: admin })).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('leaves out what has expired', async () => {
    const admin = await server.admin()
    const name = await givenBranch(admin, 'main', { expiresInSeconds: 60 })
    const names = async () => (await admin.api.listBranches({ params: admin })).items.map((branch) => branch.name)

    expect(await names()).toContain(name)
    await server.database().query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])
    expect(await names()).toEqual(['main'])
  })
})
