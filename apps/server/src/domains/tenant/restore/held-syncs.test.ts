import { expect, it } from 'vitest'
import { restoredCommand } from '#cli/restored'
import type { Restored } from '#domains/tenant/restore'
import { completedOutcome, copyDatabase, copyStore, givenLaunch, givenOutcome, printedBy, testConfig, useServer } from '#test'

const server = useServer()

it('a copy does not go on with dbt syncs that were open when it was made', async () => {
  const admin = await server.admin()
  const open = await givenLaunch(server, admin)
  const ended = await givenLaunch(server, admin)
  await givenOutcome(server, admin, ended, completedOutcome)
  const copy = await copyDatabase(server)
  const store = await copyStore(server, copy)

  const restore = (isJson: boolean) => printedBy((output) => restoredCommand(testConfig(copy.serviceUrl, store), false, output), { isJson })
  const printed = await restore(false)

  expect(printed.split('\n')).toContain('1 dbt sync held back, now UNKNOWN: start what is missing again')
  expect((JSON.parse(await restore(true)) as Restored).heldSyncs).toBe(0)
  const rows = 'select id::text, lost_at is not null as is_lost from dbt_syncs order by id'
  expect(await copy.query(rows, [])).toEqual([
    { id: open, is_lost: true },
    { id: ended, is_lost: false },
  ])
})
