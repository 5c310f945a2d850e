import { describe, expect, it, onTestFinished } from 'vitest'
import { type Actor, expectTokenGood, expectTokenRevoked, givenToken, programEnv, spawnServe, useServer } from '#test'
import { createBacklog } from '#outbox'
import { startTasks } from '#process/tasks'
import { eventTasks } from '#process/reactions'

const server = useServer()

const embedTenantName = 'acme-corp'

/** An embed tenant with a token that works and many users. */
const givenUsers = async (count: number) => {
  const owner = await server.admin()
  const { token } = await givenToken(server, owner, { embedTenantName })
  await server.query(
    `insert into external_users (tenant_id, embed_tenant_id, external_id, fingerprint)
     select e.tenant_id, e.id, 'user-' || n, '' from embed_tenants e, generate_series(1, $2::int) n where e.tenant_id = $1`,
    [owner.tenantId, count],
  )
  await expectTokenGood(server, owner, token)
  return { owner, token }
}

const deleteIt = ({ api }: Actor) => api.deleteEmbedTenant({ params: { embedTenantName } })

const left = async ({ tenantId }: Actor) => {
  const [row] = await server.query<{ users: number; embedTenants: number; events: number }>(
    `select (select count(*)::int from external_users where tenant_id = $1) as users,
       (select count(*)::int from embed_tenants where tenant_id = $1) as "embedTenants",
       (select count(*)::int from outbox_events where tenant_id = $1) as events`,
    [tenantId],
  )
  return row
}
const nothing = { users: 0, embedTenants: 0, events: 0 }
const letBeDue = ({ tenantId }: Actor) => server.query('update outbox_events set due_at = now() where tenant_id = $1', [tenantId])

/** Runs the reactions to events in this process, as a node of the service does. */
const startReactions = (options: { everyMs?: number } = {}): void => {
  const tasks = startTasks(server.services(), eventTasks(['api'], createBacklog()), options)
  onTestFinished(tasks.stop)
}

describe('a removed embed tenant', () => {
  it('stays in the outbox when the reaction fails, and is deleted by the retry', async () => {
    const { owner } = await givenUsers(1)
    const database = server.database()
    const purge = 'facet_purge_embed_tenant(bigint, bigint, int)'
    await database.query(`revoke execute on function ${purge} from facet_service`)
    await deleteIt(owner)
    const backlog = createBacklog()
    const tasks = startTasks(server.services(), eventTasks(['api'], backlog), { everyMs: 50 })
    onTestFinished(tasks.stop)
    const failed = () =>
      database.query('select last_error from outbox_events where tenant_id = $1 and attempts > 0 and claim_token is null', [owner.tenantId])
    try {
      await expect.poll(failed, { timeout: 30_000 }).toEqual([{ last_error: expect.stringContaining('42501') as string }])
      await expect.poll(backlog.waiting, { timeout: 30_000 }).toBeGreaterThan(0)
    } finally {
      await database.query(`grant execute on function ${purge} to facet_service`)
    }
    await letBeDue(owner)
    await expect.poll(() => left(owner), { timeout: 30_000 }).toEqual(nothing)
  })

  it('stays while the node does not serve the database', async () => {
    const { owner } = await givenUsers(1)
    await deleteIt(owner)
    let asked = 0
    const servingProblem = async (): Promise<string> => `a copy, asked ${++asked} times`
    const tasks = startTasks({ ...server.services(), servingProblem }, eventTasks(['api'], createBacklog()), { everyMs: 20 })
    onTestFinished(tasks.stop)

    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(2)
    expect(await left(owner)).toEqual({ users: 2, embedTenants: 1, events: 1 })
  })

  it('loses its sessions at once. A reaction started later deletes its users', async () => {
    const { owner, token } = await givenUsers(2500)

    await deleteIt(owner)

    await expectTokenRevoked(server, owner, token)
    expect(await left(owner)).toEqual({ users: 2501, embedTenants: 1, events: 1 })
    startReactions()
    await expect.poll(() => left(owner), { timeout: 30_000 }).toEqual(nothing)
    await expectTokenRevoked(server, owner, token)
  })

  it('is deleted in smaller batches when a full batch exceeds the statement timeout', async () => {
    const { owner } = await givenUsers(300)
    const database = server.database()
    await database.query(
      "create function testing.take_long() returns trigger language plpgsql as 'begin perform pg_sleep(0.01); return old; end'",
    )
    await database.query('create trigger long before delete on external_users for each row execute function testing.take_long()')
    await deleteIt(owner)

    startReactions({ everyMs: 50 })

    await expect.poll(() => left(owner), { timeout: 60_000 }).toEqual(nothing)
    await database.query('drop trigger long on external_users')
  })

  it('is deleted by another node when a node is killed during the reaction', async () => {
    const { owner, token } = await givenUsers(5000)
    const database = server.database()
    await database.query(
      "create function testing.take_time() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end'",
    )
    await database.query('create trigger slow before delete on external_users for each statement execute function testing.take_time()')
    const killed = await spawnServe(programEnv(database.serviceUrl))
    onTestFinished(() => void killed.process.kill('SIGKILL'))
    await deleteIt(owner)
    await expect.poll(async () => (await left(owner))?.users, { timeout: 60_000, interval: 20 }).toBeLessThan(5001)
    killed.process.kill('SIGKILL')
    await killed.ended

    await expectTokenRevoked(server, owner, token)
    const halfway = await left(owner)
    expect(halfway).toMatchObject({ embedTenants: 1, events: 1 })
    expect(halfway?.users).toBeGreaterThan(0)
    await database.query('drop trigger slow on external_users')
    // Ends the lease of the killed process.
    await letBeDue(owner)
    startReactions({ everyMs: 50 })
    await expect.poll(() => left(owner), { timeout: 60_000, interval: 100 }).toEqual(nothing)
  })
})
