import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Services } from '#context'
import { startTasks, tasksOf } from '#process/tasks'
import {
  type Actor,
  commitOnMain,
  dataFolderOf,
  dataSettings,
  givenModeler,
  givenUpload,
  headOf,
  pushOf,
  refusePushes,
  startServer,
  type TestDatabase,
  tryDue,
  useGitHost,
  usePushes,
  useServer,
} from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const { given, letBeDue, retry } = usePushes(host, server)

const often = { everyMs: 50 }
const startAuthoring = (services: Services, pace = often) => startTasks(services, tasksOf(['authoring']), pace)

/** A commit that is due to be pushed, and a branch whose time is over. */
const givenDue = async () => {
  const found = await given()
  const take = await refusePushes(found.repository)
  await commitOnMain(found.admin, 'a.yml')
  await take()
  await letBeDue(found.admin)
  await found.api.createBranch({ params: found.params, body: { name: 'over' } })
  await server.query("update branches set expires_at = now() - interval '1 minute' where name = 'over' and deployment_id = $1", [
    found.admin.deploymentId,
  ])
  return found
}

/** A node on a copy of the database, with a copy of the store that starts afresh, before anybody said that it was brought back. */
const startOnCopy = async () => {
  const copy = await server.database().copy()
  onTestFinished(() => copy.drop())
  const folder = join(dataFolderOf(copy.serviceUrl), 'brought-back')
  const store = fileURLToPath(dataSettings(server.database().serviceUrl)['FACET_OBJECT_STORE'] ?? '')
  await cp(store, folder, { recursive: true, filter: (path) => !path.includes('/cells') })
  const node = await startServer({ ...host.settings, FACET_OBJECT_STORE: pathToFileURL(folder).href }, copy)
  onTestFinished(() => node.stop())
  return { node, copy }
}

const isThere = async (database: TestDatabase, { deploymentId }: Actor): Promise<boolean> =>
  (await database.query("select from branches where name = 'over' and deployment_id = $1", [deploymentId])).length === 1

/** Long enough for many turns of everything, by a node that owns all data models; ends when all of it has. */
const letTurn = async (services: Services): Promise<void> => {
  const authoring = startAuthoring({ ...services, cluster: { ...services.cluster, ownerOf: () => 'self' } }, often)
  await pause(2000)
  await authoring.stop()
}

describe('what a node does by itself', () => {
  it('removes uploads whose time is over and then their objects, and no other', async () => {
    const admin = await givenModeler(server)
    const [over, open] = [await givenUpload(admin, { 'a.yml': 'x' }), await givenUpload(admin, { 'b.yml': 'y' })]
    const { query } = server.database()
    await query("update uploads set expires_at = now() - interval '1 second' where id = $1", [over])
    const authoring = startAuthoring(server.services())
    onTestFinished(authoring.stop)

    const ids = () => query('select id from uploads where deployment_id = $1', [admin.deploymentId])
    await expect.poll(ids, { timeout: 30_000 }).toEqual([{ id: open }])
    await query('update unreferenced_objects set due_at = now() where tenant_id = $1', [admin.tenantId])
    const unreferenced = () => query('select key from unreferenced_objects where tenant_id = $1', [admin.tenantId])
    await expect.poll(unreferenced, { timeout: 30_000 }).toEqual([])
    expect(await ids()).toEqual([{ id: open }])
  })

  it('is nothing on a copy that it does not serve: no push to the remote of the original, no branch removed', async () => {
    const { admin, repository, head } = await givenDue()
    const { node, copy } = await startOnCopy()
    expect((await fetch(`${node.address}/readyz`)).status).toBe(503)

    await letTurn(node.services)

    expect(await repository.find('refs/heads/main')).toBe(head)
    expect(await copy.query('select state, attempts from remote_pushes where deployment_id = $1', [admin.deploymentId])).toEqual([
      { state: 'pending', attempts: 1 },
    ])
    expect(await isThere(copy, admin)).toBe(true)
    // Not even what was taken on before that was known.
    expect(await tryDue(admin, node.services)).toBe(1)
    expect(await repository.find('refs/heads/main')).toBe(head)
  })

  it('is nothing while the schema is one that this build must not use, and all of it when it may', async () => {
    const { admin, repository, head } = await givenDue()
    const database = server.database()
    await database.query('update schema_migrations set oldest_reader = 1000 where version = 1')
    try {
      await letTurn(server.services())
      expect(await repository.find('refs/heads/main')).toBe(head)
      expect(await isThere(database, admin)).toBe(true)
    } finally {
      await database.query('update schema_migrations set oldest_reader = 1 where version = 1')
    }

    const authoring = startAuthoring(server.services(), often)
    onTestFinished(authoring.stop)

    await expect.poll(() => pushOf(admin), { timeout: 60_000, interval: 100 }).toMatchObject({ state: 'pushed' })
    await expect.poll(() => isThere(database, admin), { timeout: 60_000, interval: 100 }).toBe(false)
    expect(await repository.find('refs/heads/main')).toBe(await headOf(server, admin, 'main'))
  })
})

describe('a push that somebody asks for', () => {
  it('is not sent when the database turns out not to be served meanwhile, and is tried again without being counted', async () => {
    const { admin, params, repository, head } = await givenDue()
    const database = server.database()
    await database.query('update schema_migrations set oldest_reader = 1000 where version = 1')
    try {
      const outcome = await server.outcome(admin, 'pushBranch', { params, body: { branchName: 'main' } })
      expect(outcome).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect(await retry(admin)).toBe(1)
      expect(await repository.find('refs/heads/main')).toBe(head)
      expect(await pushOf(admin)).toMatchObject({ state: 'pending', attempts: 1, cause: 'service_unavailable' })
    } finally {
      await database.query('update schema_migrations set oldest_reader = 1 where version = 1')
    }
    expect(await retry(admin)).toBe(1)
    expect(await pushOf(admin)).toMatchObject({ state: 'pushed' })
  })
})
