import { expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer('shared')

it('shows in a dry run the groups that a mint which leaves them out would keep', async () => {
  const { api, deploymentId } = await server.admin()
  await api.createGroup({ body: { name: 'premium' } })
  const user = { deploymentId, externalId: 'ada', embedTenantName: 'acme-corp' }
  await api.generateSession({ body: { ...user, groups: ['premium'] } })

  const { groups, securityContext } = await api.dryRunSession({ body: user })

  const { token } = await api.exchangeSession({ body: await api.generateSession({ body: user }) })
  const [session] = (await api.listEmbedSessions({ query: { first: 1 } })).items
  const frozen = await api.getEmbedSession({ params: { embedSessionId: session?.id ?? '' } })
  expect(token).not.toBe('')
  expect(groups).toContainEqual({ name: 'premium', contextName: 'premium', origin: 'stored' })
  expect(securityContext).toMatchObject({ cubeCloud: { groups: frozen.groups } })
})
