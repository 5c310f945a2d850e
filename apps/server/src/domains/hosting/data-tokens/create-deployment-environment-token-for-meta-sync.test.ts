import { describe, expect, it } from 'vitest'
import { dataCallerOf, environmentOf, useServer } from '#test'

const server = useServer()

describe('createDeploymentEnvironmentTokenForMetaSync', () => {
  it('makes a token for metadata and nothing else', async () => {
    const owner = await server.admin()

    const { data } = await owner.api.createDeploymentEnvironmentTokenForMetaSync({
      params: await environmentOf(owner),
      body: { security_context: { region: 'eu' } },
    })

    expect(await dataCallerOf(server, owner, data.token)).toMatchObject({ kind: 'meta_sync', scopes: ['meta'], context: { region: 'eu' } })
  })

  it.each(['data', 'sql', 'graphql'])('refuses to give it the scope %s', async (scope) => {
    const owner = await server.admin()

    const outcome = await server.outcome(owner, 'createDeploymentEnvironmentTokenForMetaSync', {
      params: await environmentOf(owner),
      body: { security_context: {}, scopes: ['meta', scope] },
    })

    expect(outcome).toEqual({ status: 400, code: 'data_scope_invalid' })
  })
})
