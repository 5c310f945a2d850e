import { describe, expect, it } from 'vitest'
import type { Services } from '#context'
import type { Pool } from '#db'
import { createRetries } from './index.ts'
import { type Actor, commitOnMain, deploymentInput, refusePushes, useGitHost, usePushes, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const { given, letBeDue } = usePushes(host, server)

type RetryParts = Parameters<typeof createRetries>[0]

/** Branches with a push that is due since then, the first the longest. */
const givenDue = ({ deploymentId }: Actor, count: number, { minutes, cause = null }: { minutes: number; cause?: string | null }) =>
  server.query(
    `with made as (
       insert into branches (tenant_id, deployment_id, name, kind)
       select r.tenant_id, r.deployment_id, 'due-' || n, 'shared' from repository_remotes r, generate_series(1, $2::int) n where r.deployment_id = $1
       returning tenant_id, deployment_id, id, name)
     insert into remote_pushes (tenant_id, deployment_id, branch_id, connection_id, state, requests, cause, next_attempt_at)
     select m.tenant_id, m.deployment_id, m.id, r.connection_id, 'pending', 1, $3, now() - make_interval(mins => $4) + substr(m.name, 5)::int * interval '1 ms'
     from made m join repository_remotes r using (tenant_id, deployment_id)`,
    [deploymentId, count, cause, minutes],
  )

/** An administrator with a remote connected; nothing is fetched from it or pushed to it. */
const givenRemote = async (): Promise<Actor> => {
  const admin = await server.admin()
  await host.connect(admin)
  return admin
}

/** A node that looks for pushes of these actors; what it begins ends when the test says so, or never. */
const nodeFor = (actors: Actor[], parts: Partial<RetryParts> = {}) => {
  const { pool, calls }: Services = server.services()
  const begun: string[] = []
  const push: RetryParts['pushes']['push'] = ({ deploymentId }, { name }) => {
    begun.push(`${actors.findIndex((actor) => actor.deploymentId === deploymentId)} ${name}`)
    return new Promise(() => undefined)
  }
  const problems: unknown[] = []
  const retry = createRetries({
    pool,
    calls,
    pushes: { push },
    isMine: (repositoryId) => actors.some(({ deploymentId }) => deploymentId === repositoryId.deploymentId),
    onProblem: (error) => void problems.push(error),
    ...parts,
  })
  const retryDue = async () => {
    const pushes = await retry()
    return { count: pushes.length, ended: Promise.all(pushes) }
  }
  return { retryDue, begun, problems }
}

/** The pool of a node on which this tenant has all the connections that it may have. */
const withoutRoomFor = (pool: Pool, busy: Actor): Pool =>
  Object.create(pool, {
    begin: {
      value: (tenantId: number, statement: string) =>
        tenantId === busy.tenantId ? Promise.reject(new Error('No connection became free.')) : pool.begin(tenantId, statement),
    },
  }) as Pool

describe('pushes that are due', () => {
  it('are tried two of a tenant at a time, in turn with those of the next tenant', async () => {
    const [busy, other] = [await givenRemote(), await givenRemote()]
    await givenDue(busy, 5, { minutes: 20 })
    await givenDue(other, 1, { minutes: 10 })
    const { retryDue, begun } = nodeFor([busy, other])

    await retryDue()
    await retryDue()

    expect(begun).toEqual(['0 due-1', '1 due-1', '0 due-2'])
  })

  it('are tried eight at a time', async () => {
    const actors = await Promise.all(Array.from({ length: 5 }, givenRemote))
    for (const actor of actors) await givenDue(actor, 2, { minutes: 5 })
    const { retryDue, begun } = nodeFor(actors)

    await retryDue()

    expect(begun).toHaveLength(8)
  })

  it('are found behind any number of those that are for other nodes', async () => {
    const elsewhere = await givenRemote()
    const { id } = await elsewhere.api.createDeployment({ body: deploymentInput('Second') })
    const mine = { ...elsewhere, deploymentId: id }
    await host.connect(mine)
    await givenDue(elsewhere, 1100, { minutes: 40 })
    await givenDue(mine, 1, { minutes: 5 })
    const { retryDue, begun } = nodeFor([mine])

    await retryDue()

    expect(begun).toEqual(['0 due-1'])
  })

  it('leave places to others where their remote could not be reached the last time', async () => {
    const hanging = await Promise.all(Array.from({ length: 4 }, givenRemote))
    const answering = await givenRemote()
    for (const actor of hanging) await givenDue(actor, 2, { minutes: 30, cause: 'remote_unreachable' })
    await givenDue(answering, 1, { minutes: 5, cause: 'remote_moved' })
    const { retryDue, begun } = nodeFor([...hanging, answering])

    await retryDue()

    expect(begun).toHaveLength(5)
    expect(begun).toContain('4 due-1')
  })

  it('wait for no more than one turn of other tenants, however many and however old those of these are', async () => {
    const hanging = await Promise.all(Array.from({ length: 4 }, givenRemote))
    const last = await givenRemote()
    for (const actor of hanging) await givenDue(actor, 20, { minutes: 30, cause: 'remote_unreachable' })
    await givenDue(last, 1, { minutes: 5, cause: 'remote_unreachable' })
    const actors = [...hanging, last]
    const begun: number[] = []
    const ends: (() => void)[] = []
    const push: RetryParts['pushes']['push'] = ({ deploymentId }) => {
      begun.push(actors.findIndex((actor) => actor.deploymentId === deploymentId))
      return new Promise((resolve) => ends.push(() => resolve('unknown')))
    }
    const { retryDue } = nodeFor(actors, { pushes: { push } })

    for (let round = 0; round < 2; round++) {
      const { ended } = await retryDue()
      for (const end of ends.splice(0)) end()
      await ended
    }

    expect(begun).toHaveLength(8)
    expect(begun[4]).toBe(4)
  })

  it('of other tenants are tried while one is short of connections, which is told', async () => {
    const [busy, second, third] = [await givenRemote(), await givenRemote(), await givenRemote()]
    await givenDue(busy, 3, { minutes: 20 })
    for (const actor of [second, third]) await givenDue(actor, 1, { minutes: 10 })
    const { retryDue, begun, problems } = nodeFor([busy, second, third], { pool: withoutRoomFor(server.services().pool, busy) })

    await retryDue()

    expect(begun.toSorted()).toEqual(['1 due-1', '2 due-1'])
    expect(problems.map(String)).toEqual(['Error: No connection became free.'])
  })

  it('are tried for as long as the node runs', async () => {
    const { admin, repository } = await given()
    await refusePushes(repository)
    await commitOnMain(admin, 'refused.yml')
    const { retryDue } = nodeFor([admin], { pushes: server.services().pushes })

    const begun: number[] = []
    for (let round = 0; round < 4; round++) {
      await letBeDue(admin)
      const { count, ended } = await retryDue()
      await ended
      begun.push(count)
    }

    expect(begun).toEqual([1, 1, 1, 1])
  })

  it('are kept from other nodes for a minute, and no longer', async () => {
    const admin = await givenRemote()
    await givenDue(admin, 1, { minutes: 5 })

    await nodeFor([admin]).retryDue()

    const [row] = await server.query<{ seconds: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as seconds from remote_pushes where deployment_id = $1',
      [admin.deploymentId],
    )
    expect(row?.seconds).toBeGreaterThan(30)
    expect(row?.seconds).toBeLessThanOrEqual(60)
  })
})
