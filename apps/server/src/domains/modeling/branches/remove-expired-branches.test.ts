import { describe, expect, it } from 'vitest'
import { type ExpiryParts, removeExpiredBranches } from '#domains/modeling/branches'
import { type Actor, enterDevMode, givenBranch, givenFiles, headOf, refsOf, useServer } from '#test'

const server = useServer()
const expire = (name: string) =>
  server.database().query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])

const removeFor = (actor: Actor, parts: Partial<ExpiryParts> = {}): Promise<number> => {
  const { pool, calls, repositories } = server.services()
  return removeExpiredBranches({
    pool,
    calls,
    repositories,
    isMine: ({ tenantId, deploymentId }) => tenantId === actor.tenantId && deploymentId === actor.deploymentId,
    signal: new AbortController().signal,
    onProblem: (error) => {
      throw error
    },
    ...parts,
  })
}
const namesOf = async (actor: Actor) =>
  (
    await server
      .database()
      .query<{ name: string }>('select name from branches where tenant_id = $1 and deployment_id = $2 order by name', [
        actor.tenantId,
        actor.deploymentId,
      ])
  ).map(({ name }) => name)

describe('branches whose time to live is over', () => {
  it('are removed with their refs; those made from them get their parent, and dev mode on them ends', async () => {
    const admin = await server.admin()
    const expired = await givenBranch(admin, 'main', { expiresInSeconds: 60 })
    const child = await givenBranch(admin, expired)
    const fork = await enterDevMode(admin)
    await expire(expired)
    await expire(fork)

    expect(await removeFor(admin)).toBe(2)

    expect((await namesOf(admin)).toSorted()).toEqual([child, 'main'].toSorted())
    expect(Object.keys(await refsOf(server, admin)).toSorted()).toEqual([`heads/${child}`, 'heads/main'].toSorted())
    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === child)?.parentBranch).toBe('main')
    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect(await removeFor(admin)).toBe(0)
    const entries = (await admin.api.listAuditLogs({ query: { first: 2 } })).items
    const entry = { operation: 'removeExpiredBranch', actorKind: 'node' }
    expect(entries).toMatchObject([entry, entry])
    expect(entries.map(({ targets }) => targets)).toEqual(
      expect.arrayContaining(
        [expired, fork].map((id) => [
          { kind: 'branch', id, did: 'deleted' },
          { kind: 'data_model', id: String(admin.deploymentId) },
        ]),
      ),
    )
  })

  it('are left to the node that owns the repository', async () => {
    const admin = await server.admin()
    await expire(await givenBranch(admin))

    expect(await removeFor(admin, { isMine: () => false })).toBe(0)

    expect(await namesOf(admin)).toHaveLength(2)
  })

  it('stay when one of them is the deploy branch by now', async () => {
    const admin = await server.admin()
    const branchName = await givenBranch(admin)
    await admin.api.updateDeployment({ params: admin, body: { deployBranchName: branchName } })
    await expire(branchName)

    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a' } })).toMatchObject({ status: 200 })
    expect(await removeFor(admin)).toBe(0)

    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === branchName)).toMatchObject({ kind: 'deploy', expiresAt: null })
  })

  it('stay when they are given more time at the last moment', async () => {
    const admin = await server.admin()
    const branchName = await enterDevMode(admin)
    await expire(branchName)
    const problems: unknown[] = []
    const { repositories } = server.services()
    const late: ExpiryParts['repositories'] = {
      writeAt: async (asker, repositoryId, work, conclude) => {
        await enterDevMode(admin)
        await givenFiles(server, admin, branchName, { 'model/a.yml': 'new work' })
        return repositories.writeAt(asker, repositoryId, work, conclude)
      },
    }

    expect(await removeFor(admin, { repositories: late, onProblem: (error) => problems.push(error) })).toBe(0)

    expect(problems).toMatchObject([{ message: expect.stringContaining('has not expired any more') as string }])
    expect(await headOf(server, admin, branchName)).toMatch(/^[0-9a-f]{40}$/)
  })
})
