import { expect, it } from 'vitest'
import { restoredCommand } from '#cli/restored'
import type { Restored } from '#domains/tenant/restore'
import { commitOnMain, copyDatabase, copyStore, printedBy, pushOf, refusePushes, testConfig, useGitHost, usePushes, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const { given } = usePushes(host, server)

it('a copy does not push by itself what was pending when it was made', async () => {
  const { admin, repository } = await given()
  await commitOnMain(admin, 'pushed.yml')
  const other = await given()
  await refusePushes(other.repository)
  await commitOnMain(other.admin, 'pending.yml')
  const copy = await copyDatabase(server)
  const store = await copyStore(server, copy)

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
