import type { GenerateSession } from '@facet/contract'
import { markedName } from './given.ts'
import type { Actor, TestServer } from './server.ts'

export type GivenSession = { sessionId: string; externalId: string }

/** A session of an external user, new unless told. */
export const givenSession = async (owner: Actor, body: Partial<GenerateSession> = {}): Promise<GivenSession> => {
  const externalId = body.externalId ?? markedName(owner)
  const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, externalId, ...body } })
  return { sessionId, externalId }
}

/** The token a frame holds, and a client that uses it. */
export const givenToken = async (server: TestServer, owner: Actor, body: Partial<GenerateSession> = {}) => {
  const session = await givenSession(owner, body)
  const { token } = await server.anonymous(owner).exchangeSession({ body: { sessionId: session.sessionId } })
  return { ...session, token, api: server.clientFor(owner, token) }
}

/** The newest session of the registry, by the id it has there. */
export const newestSessionId = async (owner: Actor): Promise<string> => {
  const { items } = await owner.api.listEmbedSessions({ query: { first: 1 } })
  if (!items[0]) throw new Error('There is no session yet.')
  return items[0].id
}
