import type { Client } from '@facet/client'
import { describe, expect, it } from 'vitest'
import { givenToken, statementsDuring, statementsPerCall, useServer } from '#test'

describe('what a request costs before its operation', () => {
  const server = useServer()

  it('asks the database nothing about an API key it knows', async () => {
    const { api } = await server.admin()

    expect(await statementsPerCall(() => api.listRegions({}))).toEqual({})
  })

  it('asks once about a key that it does not know', async () => {
    const owner = await server.admin()
    const { api } = await server.colleague(owner, { role: 'Admin' })

    const sent = await statementsDuring(() => Promise.all([api.listRegions({}), api.listRegions({})]))

    expect(sent.filter(({ name }) => name === 'find-credential')).toHaveLength(1)
  })

  it('asks the database nothing about an embed token it knows, only what the operation asks', async () => {
    const owner = await server.admin()
    const { api } = await givenToken(server, owner)
    const get = (by: Client) => () => by.getDeployment({ params: { deploymentId: owner.deploymentId } })

    const ofKey = await statementsPerCall(get(owner.api))

    expect(await statementsPerCall(get(api))).toEqual(ofKey)
    expect(Object.keys(ofKey)).toHaveLength(4)
  })
})
