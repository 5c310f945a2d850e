import { describe, expect, it, vi } from 'vitest'
import { enterDevMode, headOf, publishRunOf, refusePushes, useGitHost, usePublisher, usePushes, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const publisher = usePublisher(server)
const pushes = usePushes(host, server)

describe('a branch that a run wrote', () => {
  it('is pushed where a remote is connected', async () => {
    const { admin, repository } = await pushes.given()

    const { commit } = await publisher.of().publish(publishRunOf(admin, 'dbt-sync/1'))

    await vi.waitFor(async () => expect(await repository.find('refs/heads/dbt-sync/1')).toBe(commit), { timeout: 30_000 })
  })

  it('is there although the remote refuses it, and the push is tried again', async () => {
    const { admin, repository } = await pushes.given()
    const takeAgain = await refusePushes(repository)

    const { commit } = await publisher.of().publish(publishRunOf(admin, 'dbt-sync/1'))

    expect(await headOf(server, admin, 'dbt-sync/1')).toBe(commit)
    const stateOf = async () => (await admin.api.getRemote({ params: admin })).pushes.map(({ attempts }) => attempts)
    await vi.waitFor(async () => expect(await stateOf()).toEqual([1]), { timeout: 30_000 })
    await takeAgain()
    await pushes.retry(admin)
    expect(await repository.find('refs/heads/dbt-sync/1')).toBe(commit)
  })

  it('is not pushed where it is a personal branch', async () => {
    const { admin, repository } = await pushes.given()
    await refusePushes(repository)
    const branchName = await enterDevMode(admin)
    const [row] = await server
      .database()
      .query<{ id: number }>('select principal_id::int as id from branches where name = $1', [branchName])
    const target = { branchName, expiresInSeconds: null, principalId: row?.id ?? 0 }

    const { commit } = await publisher.of().publish(publishRunOf(admin, branchName, { target }))

    expect(await headOf(server, admin, branchName)).toBe(commit)
    expect((await admin.api.getRemote({ params: admin })).pushes).toEqual([])
  })
})
