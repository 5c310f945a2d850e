import { expect, it } from 'vitest'
import type { Config } from '#context'
import { createPooledCalls } from '#db'
import { completedOutcome, givenLostSync, givenOutcome, givenSync, givenSyncer, syncSettings, useServer } from '#test'
import { checks } from './checks.ts'
import { tasks } from './tasks.ts'

const server = useServer({ ...syncSettings, FACET_DBT_SYNC_DAYS: '30' })

const taskOf = (name: string) => {
  const task = tasks.find((other) => other.name === name)
  if (!task) throw new Error(`There is no task "${name}".`)
  return task
}

it('the start task starts a requested sync at once', async () => {
  const services = server.services()
  const calls = createPooledCalls(services.config.databaseUrl, 1)
  const started: string[] = []
  let hasStarted = (): void => undefined
  const longWork = {
    ...services.longWork,
    start: async ({ id }: { id: string }) => {
      started.push(id)
      hasStarted()
      return { runId: '' }
    },
  }
  const stopping = new AbortController()
  const owner = await givenSyncer(server)
  const first = new Promise<void>((resolve) => (hasStarted = resolve))
  await givenSync(owner)
  const running = taskOf('start dbt syncs').start({ ...services, longWork, calls })(stopping.signal)
  await first
  const second = new Promise<void>((resolve) => (hasStarted = resolve))
  const askedAtMs = performance.now()

  const syncJobId = await givenSync(owner)
  await second

  expect(performance.now() - askedAtMs).toBeLessThan(4000)
  expect(started.at(-1)).toBe(`dbt-sync-${owner.tenantId}-${syncJobId}`)
  stopping.abort()
  await running
  await calls.close()
})

it('the retention task deletes only ended syncs past their retention, with their rows', async () => {
  const owner = await givenSyncer(server)
  const [old, lost, open, young] = [await givenSync(owner), await givenSync(owner), await givenSync(owner), await givenSync(owner)]
  await givenOutcome(server, owner, old, completedOutcome)
  await givenOutcome(server, owner, young, completedOutcome)
  await givenLostSync(server, owner, lost)
  const { query } = server.database()
  await query("insert into dbt_sync_log_lines (tenant_id, sync_id, logged_at, message) values ($1, $2, now(), 'x')", [owner.tenantId, old])
  await query(
    "insert into dbt_sync_objects (tenant_id, sync_id, kind, object_key, sha256, size_bytes) values ($1, $2, 'report', 'only-of-this', '', 1)",
    [owner.tenantId, old],
  )
  await query("update dbt_syncs set launched_at = now() - interval '31 days' where id = any($1)", [[old, lost, open]])
  const services = server.services()

  await taskOf('remove old dbt syncs').start({ ...services, calls: services.calls })(new AbortController().signal)

  const { items } = await owner.api.listDbtSyncs({ params: owner })
  expect(items.map(({ syncJobId }) => syncJobId)).toEqual([young, open])
  expect(await query('select from dbt_sync_log_lines where sync_id = $1', [old])).toEqual([])
  expect(await query("select from unreferenced_objects where tenant_id = $1 and key = 'only-of-this'", [owner.tenantId])).toHaveLength(1)
})

it('the dbt check names the missing version and the command that installs it', async () => {
  const [check] = checks({ dbtFolder: '/nonexistent' } as Config)

  expect(check?.name).toBe('dbt')
  expect(await check?.run()).toEqual({
    warning: '1.11.16 is not in /nonexistent: no dbt project is synced with it here. Run: facet dbt install 1.11.16',
  })
})
