import { describe, expect, it } from 'vitest'
import { useMetaEngine, useServer } from '#test'

const server = useServer()
const { engine, answerMeta } = useMetaEngine(server)

const cube = (name: string) => ({ name, type: 'cube', measures: [], dimensions: [], segments: [] })

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

  it('refuses selectors that it does not understand', async () => {
    const owner = await server.admin()

    const answer = await server.request(owner, '/api/v1/meta/', { method: 'POST', json: { selectors: 'orders' } })

    expect(answer.status).toBe(400)
  })
})
