import { afterAll, beforeEach, expect, it } from 'vitest'
import { type GivenDataApi, givenDataApi, pinnedOf, signedBySecret, startStandInEngine, useServer } from '#test'

const engine = await startStandInEngine()
const server = useServer({}, { openGateway: engine.openGateway })
afterAll(engine.stop)
beforeEach(() => {
  engine.asked.length = 0
})

const toldTo = async ({ ask }: GivenDataApi, authorization: string): Promise<object | undefined> => {
  const response = await ask('/cubejs-api/v1/load', { authorization })
  await response.arrayBuffer()
  const asked = engine.asked.at(-1)
  return asked && pinnedOf(asked).facet
}

it('what the owner decides about cubes without an access policy is told to a running engine with the next query', async () => {
  const given = await givenDataApi(server)
  const { api, deploymentId } = given.owner
  const { token } = await given.session()
  const decide = (embedWithoutPolicy: 'refuse' | 'allow') =>
    api.updateDeployment({ params: { deploymentId }, body: { embedWithoutPolicy } })
  expect(await toldTo(given, token)).toEqual({ embed: true, policy: 'refuse' })

  await decide('allow')
  await expect.poll(() => toldTo(given, token)).toEqual({ embed: true, policy: 'allow' })
  await decide('refuse')
  await expect.poll(() => toldTo(given, token)).toEqual({ embed: true, policy: 'refuse' })
})

it('nothing is told of owners: the policy is not about them', async () => {
  const given = await givenDataApi(server)

  expect(await toldTo(given, signedBySecret({}))).toEqual({ embed: false })
})
