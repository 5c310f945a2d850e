import { describe, expect, vi } from 'vitest'
import { Failure } from '#kernel/failure'
import { answerWith, contextOf, deploymentInput, useMetaEngine, useServer, variableValue, withOwner } from '#test'

const server = useServer()
const it = withOwner(server)

const { engine, answerMeta } = useMetaEngine(server)
const cube = (name: string) => ({ name, type: 'cube', measures: [], dimensions: [], segments: [] })

describe('getMeta', () => {
  it('asks the engine as the caller, with and without a slash at the end, and gives the place back', async ({ owner }) => {
    await owner.api.createUserAttribute({ body: { name: 'region', type: 'string', defaultValue: 'eu' } })

    for (const path of ['/api/v1/meta', '/api/v1/meta/?onlyViews=true']) {
      const response = await server.request(owner, path)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ cubes: [{ name: 'orders' }] })
    }

    const [all, views] = engine().asked.slice(-2)
    expect([all?.url, views?.url]).toEqual(['/cubejs-api/v1/meta', '/cubejs-api/v1/meta?onlyViews=true'])
    expect(all && contextOf(all)).toMatchObject({
      cubeCloud: { username: expect.stringContaining('admin@'), userAttributes: { region: 'eu' } },
    })
    expect(engine().leases()).toBe(0)
  })

  it('wants a deployment named by those who may see several, and by nobody else', async ({ owner }) => {
    await owner.api.createDeployment({ body: deploymentInput('Other') })
    const colleague = await server.colleague(owner, { role: 'Viewer', deploymentIds: [owner.deploymentId] })

    expect(await server.outcome(owner, 'getMeta', { query: {} })).toMatchObject({ status: 400, code: 'deployment_required' })
    expect(await server.outcome(colleague, 'getMeta', { query: {} })).toMatchObject({ status: 200 })
  })

  it('says that the engine failed, without the words of the engine', async ({ owner }) => {
    engine().answer(answerWith(500, '{"error":"relation \\"secret_table\\" does not exist"}'))

    const failed = await server.outcome(owner, 'getMeta', { query: {} })

    expect(failed).toMatchObject({ status: 503, code: 'metadata_failed' })
    expect(JSON.stringify(failed)).not.toContain('secret_table')
    expect(engine().leases()).toBe(0)
  })

  it('logs why the engine failed, without the values of variables', async ({ owner }) => {
    const { log } = server.services()
    const logged = vi.spyOn(log, 'error')
    engine().answer(answerWith(500, JSON.stringify({ error: `no role for ${variableValue}` })))

    await server.outcome(owner, 'getMeta', { query: {} })

    expect(logged.mock.calls.map(([said]) => (said as { err: Error }).err.message)).toEqual([
      'The engine answered 500: {"error":"no role for [SECRET]"}',
    ])
  })

  it('is refused as a query is while nothing is built', async ({ owner }) => {
    vi.spyOn(server.services().engines, 'acquire').mockRejectedValueOnce(new Failure('no_build', 'Nothing was built yet.'))

    expect(await server.outcome(owner, 'getMeta', { query: {} })).toMatchObject({ status: 503, code: 'no_build' })
  })
})

describe('queryMeta', () => {
  it('gives what is selected, by names alone or beside a deployment, and everything without', async () => {
    const { api, deploymentId } = await server.admin()
    answerMeta(['orders', 'users', 'sales'].map(cube))
    const namesOf = async (body: Parameters<typeof api.queryMeta>[0]['body']) =>
      (await api.queryMeta({ body })).cubes.map((each) => each['name'])

    expect(await namesOf({ selectors: ['users', 'nothing'] })).toEqual(['users'])
    expect(await namesOf({ selectors: { deploymentId, cubes: ['orders', 'sales'] } })).toEqual(['orders', 'sales'])
    expect(await namesOf({})).toEqual(['orders', 'users', 'sales'])
    expect(await namesOf({ selectors: { onlyViews: true } })).toHaveLength(3)
    expect(engine().asked.at(-1)?.url).toBe('/cubejs-api/v1/meta?onlyViews=true')
  })

  it('refuses selectors that it does not understand', async ({ owner }) => {
    const answer = await server.request(owner, '/api/v1/meta/', { method: 'POST', json: { selectors: 'orders' } })

    expect(answer.status).toBe(400)
  })
})
