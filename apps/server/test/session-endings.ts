import { givenDeployments, givenKey, givenServiceAccount } from './given.ts'
import type { Actor, TestServer } from './server.ts'
import type { SessionBody } from './session-cases.ts'

/** A session and how it is ended. `neighbour` is the most similar session that goes on. */
export type SessionEnding = { by: Actor; body: SessionBody; neighbour?: SessionBody; end: () => Promise<unknown> }
export type SessionEndingCase = [what: string, prepare: (server: TestServer, owner: Actor) => Promise<SessionEnding> | SessionEnding]

const embedTenantName = 'acme-corp'
const user = { externalId: 'user-1' }
const tenantUser = { ...user, embedTenantName }

/** Everything that ends each session of a subject: its user, embed tenant or deployment, or the key that minted it. */
export const sessionEndings: SessionEndingCase[] = [
  [
    'the sessions of the user are revoked',
    (_, owner) => ({ by: owner, body: tenantUser, neighbour: user, end: () => owner.api.revokeEmbedSessions({ body: tenantUser }) }),
  ],
  [
    'the sessions of the embed tenant are revoked',
    (_, owner) => ({ by: owner, body: tenantUser, end: () => owner.api.revokeEmbedSessions({ body: { embedTenantName } }) }),
  ],
  [
    'the sessions of the deployment are revoked',
    async (_, owner) => {
      const [deploymentId = 0] = await givenDeployments(owner, 'Second')
      const body = { ...user, deploymentId }
      return { by: owner, body, neighbour: user, end: () => owner.api.revokeEmbedSessions({ body: { deploymentId } }) }
    },
  ],
  [
    'the embed tenant is deleted',
    (_, owner) => {
      const neighbour = { ...user, embedTenantName: 'other-corp' }
      return { by: owner, body: tenantUser, neighbour, end: () => owner.api.deleteEmbedTenant({ params: { embedTenantName } }) }
    },
  ],
  [
    'the internal user is deactivated',
    async (_, owner) => {
      const { id: userId } = await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
      const end = () => owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })
      return { by: owner, body: { internalId: 'ada' }, neighbour: { externalId: 'ada' }, end }
    },
  ],
  [
    'the key is deleted',
    async (server, owner) => {
      const by = await givenKey(server, owner)
      return { by, body: user, neighbour: user, end: () => owner.api.deleteApiKey({ params: { apiKeyId: by.keyId } }) }
    },
  ],
  [
    'the owner of the key is deactivated',
    async (server, owner) => {
      const by = await server.colleague(owner, { role: 'Admin' })
      const { id: userId } = await by.api.getCurrentUser()
      const end = () => owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })
      return { by, body: user, neighbour: user, end }
    },
  ],
  [
    'the service account of the key is deleted',
    async (server, owner) => {
      const by = await givenServiceAccount(server, owner, 'Admin')
      const params = { serviceAccountId: by.serviceAccountId }
      return { by, body: user, neighbour: user, end: () => owner.api.deleteServiceAccount({ params }) }
    },
  ],
]
