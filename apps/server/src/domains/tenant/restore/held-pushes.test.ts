import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { restoredCommand } from '#commands/restored'
import type { Restored } from '#domains/tenant/restore'
import {
  commitOnMain,
  dataFolderOf,
  dataSettings,
  printedBy,
  pushOf,
  refusePushes,
  type TestDatabase,
  testConfig,
  useGitHost,
  usePushes,
  useServer,
} from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const { given } = usePushes(host, server)

/** A copy of the database and of the store, as they are now. */
const givenCopy = async (): Promise<{ copy: TestDatabase; store: Record<string, string> }> => {
  const copy = await server.database().copy()
  onTestFinished(() => copy.drop())
  await vi.waitFor(async () => expect((await fetch(`${server.url()}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 50 })
  const folder = join(dataFolderOf(copy.serviceUrl), 'brought-back')
  await cp(fileURLToPath(dataSettings(server.database().serviceUrl)['FACET_OBJECT_STORE'] ?? ''), folder, { recursive: true })
  return { copy, store: { FACET_OBJECT_STORE: pathToFileURL(folder).href } }
}

it('a copy does not push by itself what was pending when it was made', async () => {
  const { admin, repository } = await given()
  await commitOnMain(admin, 'pushed.yml')
  const other = await given()
  await refusePushes(other.repository)
  await commitOnMain(other.admin, 'pending.yml')
  const { copy, store } = await givenCopy()

  const restore = (isJson: boolean) => printedBy((output) => restoredCommand(testConfig(copy.serviceUrl, store), false, output), { isJson })
  const printed = await restore(false)

  expect(printed.split('\n')).toContain('1 push to git remotes held back')
  expect((JSON.parse(await restore(true)) as Restored).heldPushes).toBe(0)
  const rows = 'select state, cause, message, next_attempt_at from remote_pushes where deployment_id = $1'
  expect(await copy.query(rows, [other.admin.deploymentId])).toEqual([
    {
      state: 'failed',
      cause: 'database_restored',
      message: expect.stringContaining('POST …/remote/push') as string,
      next_attempt_at: null,
    },
  ])
  expect(await copy.query(rows, [admin.deploymentId])).toMatchObject([{ state: 'pushed', cause: null }])
  expect(await pushOf(other.admin)).toMatchObject({ state: 'pending' })
  expect(await repository.find('refs/heads/main')).not.toBeNull()
})
