import { afterAll, expect, it } from 'vitest'
import { givenDataApi, signedBySecret, startStandInEngine, useServer } from '#test'

const engine = await startStandInEngine()
const server = useServer({ FACET_RATE_LIMIT_PER_KEY: '20' }, { openGateway: engine.openGateway })
afterAll(engine.stop)

const load = '/cubejs-api/v1/load'

it('counts users of self-signed tokens separately', async () => {
  const given = await givenDataApi(server)
  const [mallory, alice] = [signedBySecret({ user: 'mallory' }), signedBySecret({ user: 'alice' })]
  const statusOf = async (authorization: string): Promise<number> => (await given.ask(load, { authorization })).status

  const many = (count: number, authorization: string) => Promise.all(Array.from({ length: count }, () => statusOf(authorization)))

  const [greedy, others] = await Promise.all([many(100, mallory), many(10, alice)])

  expect(new Set(greedy)).toEqual(new Set([200, 429]))
  expect(new Set(others)).toEqual(new Set([200]))
})
