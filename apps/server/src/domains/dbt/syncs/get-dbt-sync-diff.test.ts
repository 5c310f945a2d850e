import { describe, expect, it } from 'vitest'
import { type Actor, givenLaunch, givenSyncObject, refusalOf, useServer } from '#test'

const server = useServer()

const params = ({ deploymentId }: Actor, syncJobId: string) => ({ params: { deploymentId, syncJobId } })
const givenDiff = async (owner: Actor): Promise<string> => {
  const syncJobId = await givenLaunch(server, owner)
  await givenSyncObject(server, owner, syncJobId, 'diff_json', '{"changes":[{"id":"cube-added"}]}')
  await givenSyncObject(server, owner, syncJobId, 'diff_markdown', '# One cube was added')
  await givenSyncObject(server, owner, syncJobId, 'diff_sarif', '{"version":"2.1.0"}')
  return syncJobId
}

describe('getDbtSyncDiff', () => {
  it('answers in each of its forms', async () => {
    const owner = await server.admin()
    const syncJobId = await givenDiff(owner)
    const path = `/api/v1/deployments/${owner.deploymentId}/dbt-sync/${syncJobId}/diff`

    expect(await owner.api.getDbtSyncDiff({ ...params(owner, syncJobId), query: {} })).toEqual({ changes: [{ id: 'cube-added' }] })
    const [markdown, sarif] = [await server.request(owner, `${path}?format=markdown`), await server.request(owner, `${path}?format=sarif`)]

    expect(markdown.headers.get('content-type')).toMatch(/^text\/markdown/)
    expect(await markdown.text()).toBe('# One cube was added')
    expect(sarif.headers.get('content-type')).toMatch(/^application\/sarif\+json/)
    expect(await sarif.json()).toEqual({ version: '2.1.0' })
  })

  it('has none of a run that has not come that far', async () => {
    const owner = await server.admin()
    const refused = await refusalOf(owner.api.getDbtSyncDiff({ ...params(owner, await givenLaunch(server, owner)), query: {} }))

    expect(refused).toMatchObject({ status: 404, code: 'dbt_sync_no_result', message: expect.stringContaining('not come that far') })
  })
})
