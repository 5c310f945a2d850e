import { describe, expect, it } from 'vitest'
import { type Actor, givenLaunch, itPagesByCursor, refusalOf, useServer } from '#test'

const server = useServer()

const params = ({ deploymentId }: Actor, syncJobId: string) => ({ params: { deploymentId, syncJobId } })
const say = ({ tenantId }: Actor, syncJobId: string, ...lines: string[]) =>
  server
    .database()
    .query(
      'insert into dbt_sync_log_lines (tenant_id, sync_id, logged_at, message) select $1, $2, now(), line from unnest($3::text[]) line',
      [tenantId, syncJobId, lines],
    )
const runs = new Map<number, string>()

describe('getDbtSyncLog', () => {
  itPagesByCursor(server, 'getDbtSyncLog', {
    fill: async (owner) => {
      const syncJobId = await givenLaunch(server, owner)
      runs.set(owner.tenantId, syncJobId)
      await say(owner, syncJobId, 'one', 'two', 'three')
      return params(owner, syncJobId)
    },
    grow: (owner) => say(owner, runs.get(owner.tenantId) ?? '', 'four'),
  })

  it('shows what the run said, oldest first, and nothing of another run', async () => {
    const owner = await server.admin()
    const [syncJobId, other] = [await givenLaunch(server, owner), await givenLaunch(server, owner)]
    await say(owner, syncJobId, 'Cloning the dbt repository.', 'Parsing the dbt project.')
    await say(owner, other, 'Something else.')

    const { items } = await owner.api.getDbtSyncLog(params(owner, syncJobId))

    expect(items).toEqual([
      { date: expect.stringMatching(/Z$/), message: 'Cloning the dbt repository.' },
      { date: expect.stringMatching(/Z$/), message: 'Parsing the dbt project.' },
    ])
  })

  it('does not find a run that is not there', async () => {
    const owner = await server.admin()

    expect(await refusalOf(owner.api.getDbtSyncLog(params(owner, '12')))).toMatchObject({ status: 404, code: 'dbt_sync_not_found' })
  })
})
