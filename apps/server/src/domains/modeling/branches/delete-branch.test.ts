import { afterEach, describe, expect } from 'vitest'
import { type ExpiryParts, removeExpiredBranches } from '#domains/modeling/branches'
import {
  type Actor,
  enterDevMode,
  givenBranch,
  givenDevBranch,
  givenFiles,
  givenKey,
  givenModeler,
  headOf,
  refsOf,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server).extend('branchName', ({ admin }) => givenBranch(admin))

describe('deleteBranch', () => {
  it('takes the branch away with its refs', async ({ admin, branchName }) => {
    expect(await admin.api.deleteBranch({ params: admin, query: { branchName } })).toEqual({ success: true })

    expect((await admin.api.listBranches({ params: admin })).items.map(({ name }) => name)).toEqual(['main'])
    expect(Object.keys(await refsOf(server, admin))).toEqual(['heads/main'])
    expect(await server.outcome(admin, 'deleteBranch', { params: admin, query: { branchName } })).toMatchObject({
      status: 404,
      code: 'branch_not_found',
    })
  })

  it('gives the branches made from it its own parent', async ({ admin, branchName: middle }) => {
    const child = await givenBranch(admin, middle)
    const fork = await enterDevMode(admin, middle)
    await givenFiles(server, admin, fork, { 'model/a.yml': 'a\n' })

    await admin.api.deleteBranch({ params: admin, query: { branchName: middle } })

    const { items } = await admin.api.listBranches({ params: admin })
    const parents = Object.fromEntries(items.map(({ name, parentBranch }) => [name, parentBranch]))
    expect(parents).toEqual({ [child]: 'main', [fork]: 'main', main: null })
    await admin.api.commitChanges({ params: admin, body: {} })
  })

  it('keeps both forks of a person when their parents become one', async ({ admin, branchName: middle }) => {
    const ofMain = await enterDevMode(admin)
    const ofMiddle = await enterDevMode(admin, middle)

    await admin.api.deleteBranch({ params: admin, query: { branchName: middle } })

    expect(await enterDevMode(admin)).toBe(ofMain)
    expect(await enterDevMode(admin, ofMiddle)).toBe(ofMiddle)
  })

  it('ends dev mode of whoever is on it', async ({ admin }) => {
    const branchName = await enterDevMode(admin)

    await admin.api.deleteBranch({ params: admin, query: { branchName } })

    expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'branch_required' })
    expect(await enterDevMode(admin)).toBe(branchName)
  })

  it('keeps the deploy branch', async ({ admin }) => {
    expect(await refusalOf(admin.api.deleteBranch({ params: admin, query: { branchName: 'main' } }))).toMatchObject({
      status: 400,
      code: 'deploy_branch_kept',
      message: expect.stringMatching(/^Cannot remove the main branch/) as string,
    })
  })

  it('returns 400 without a branch name', async ({ admin }) => {
    const outcome = server.outcome(admin, 'deleteBranch', { params: admin, query: { branchName: '' } })

    expect(await outcome).toMatchObject({ status: 400, code: 'branch_required' })
  })
})

/** The branch goes in the very moment in which a row of this table is made to refer to it. */
const removeBranchAtInsert = async (table: string): Promise<void> => {
  await server.query(
    `create function planted() returns trigger language plpgsql security definer as $$ begin
       perform set_config('session_replication_role', 'replica', true);
       delete from branches where id = new.branch_id;
       perform set_config('session_replication_role', 'origin', true);
       return new;
     end $$`,
  )
  await server.query(`create trigger planted before insert on ${table} for each row execute function planted()`)
}

afterEach(() => server.query('drop function if exists planted() cascade'))

describe('a branch that is removed between the look at it and the row that refers to it', () => {
  it('is not found by who enters it', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    const second = await givenKey(server, admin)
    await removeBranchAtInsert('dev_modes')

    const entered = await server.outcome(second, 'startDevMode', { params: admin, body: { branchName } })

    expect(entered).toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('is not found by who uploads to it', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    await removeBranchAtInsert('uploads')

    const started = await server.outcome(admin, 'startUpload', { params: admin, body: { branchName } })

    expect(started).toMatchObject({ status: 404, code: 'branch_not_found' })
  })
})

const expire = (name: string) => server.query("update branches set expires_at = now() - interval '1 second' where name = $1", [name])

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
    await server.query<{ name: string }>('select name from branches where tenant_id = $1 and deployment_id = $2 order by name', [
      actor.tenantId,
      actor.deploymentId,
    ])
  ).map(({ name }) => name)

describe('branches whose time to live is over', () => {
  it('are removed with their refs; those made from them get their parent, and dev mode on them ends', async ({ admin }) => {
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

  it('are left to the node that owns the repository', async ({ admin }) => {
    await expire(await givenBranch(admin))

    expect(await removeFor(admin, { isMine: () => false })).toBe(0)

    expect(await namesOf(admin)).toHaveLength(2)
  })

  it('stay when one of them is the deploy branch by now', async ({ admin, branchName }) => {
    await admin.api.updateDeployment({ params: admin, body: { deployBranchName: branchName } })
    await expire(branchName)

    expect(await server.outcome(admin, 'createBranch', { params: admin, body: { name: 'a' } })).toMatchObject({ status: 200 })
    expect(await removeFor(admin)).toBe(0)

    const { items } = await admin.api.listBranches({ params: admin })
    expect(items.find(({ name }) => name === branchName)).toMatchObject({ kind: 'deploy', expiresAt: null })
  })

  it('stay when they are given more time at the last moment', async ({ admin }) => {
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
