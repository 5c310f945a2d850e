import { describe, expect, it } from 'vitest'
import { type Actor, givenLaunch, givenSyncObject, refusalOf, useServer } from '#test'

const server = useServer()

const params = ({ deploymentId }: Actor, syncJobId: string) => ({ params: { deploymentId, syncJobId } })
const report = { project: 'shop', models: [{ modelId: 'model.shop.orders', key: { columns: ['id'], evidence: ['unique'] } }] }
const givenReport = async (owner: Actor): Promise<string> => {
  const syncJobId = await givenLaunch(server, owner)
  await givenSyncObject(server, owner, syncJobId, 'report', JSON.stringify(report))
  return syncJobId
}

describe('getDbtSyncReport', () => {
  it('tells what was decided about each model', async () => {
    const owner = await server.admin()

    expect(await owner.api.getDbtSyncReport(params(owner, await givenReport(owner)))).toEqual(report)
  })

  it('has none of a run that has not come that far', async () => {
    const owner = await server.admin()

    const refused = await refusalOf(owner.api.getDbtSyncReport(params(owner, await givenLaunch(server, owner))))

    expect(refused).toMatchObject({ status: 404, code: 'dbt_sync_no_result' })
  })
})
