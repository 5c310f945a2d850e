import { createEmbedding } from '../../../harness/embedding.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import type { Fleet, Key } from './fleet.ts'
import { registryId } from './grounds.ts'

/** A live token of its own user. */
type Token = {
  secret: string
  /** An operation that needs a grant and depends on nothing else. */
  path: string
  sessionId: string
  externalId: string
  embedTenantName: string
  groupId: number
  key: Key
}

type TokenWay = { name: string; revoke: (token: Token, round: number) => Promise<unknown> }

export type Tokens = { make: () => Promise<Token>; ways: TokenWay[]; close: () => void }

/** Each token has its own user, embed tenant, group and minting key, so that each can be revoked separately. */
export const createTokens = async (fleet: Fleet): Promise<Tokens> => {
  const [first] = fleet.processes as [FacetProcess]
  const embedding = await createEmbedding(fleet.installation, first, fleet.tenant)
  await fleet.api(0).updateTenantSettings({ body: { useCreatorMode: true } })
  let made = 0
  const make = async (): Promise<Token> => {
    const number = ++made
    const embedTenantName = `customer-${number}`
    const externalId = `person-${number}`
    const key = await fleet.newKey()
    const sessionId = await embedding.session(
      first,
      { externalId, embedTenantName, creatorMode: true, groups: ['members'], groupDefinitions: [{ name: 'members' }] },
      key.secret,
    )
    const { body } = await embedding.exchange(first, sessionId)
    const { items } = await fleet.api(0).listEmbedGroups({ params: { embedTenantName } })
    return {
      secret: String(body['token']),
      path: `/api/v1/deployments/${embedding.deploymentId}`,
      sessionId,
      externalId,
      embedTenantName,
      groupId: items[0]?.id ?? 0,
      key,
    }
  }
  const ways: TokenWay[] = [
    {
      name: 'session revoked',
      revoke: ({ sessionId }, round) => fleet.api(round).revokeEmbedSession({ params: { embedSessionId: registryId(sessionId) } }),
    },
    {
      name: 'sessions of a user revoked',
      revoke: ({ externalId, embedTenantName }, round) => fleet.api(round).revokeEmbedSessions({ body: { externalId, embedTenantName } }),
    },
    {
      name: 'user removed from a group',
      revoke: ({ externalId, embedTenantName, groupId }, round) =>
        fleet.api(round).removeEmbedGroupMembers({ params: { embedTenantName, groupId }, body: { members: [{ externalId }] } }),
    },
    {
      name: 'embed tenant deleted',
      revoke: ({ embedTenantName }, round) => fleet.api(round).deleteEmbedTenant({ params: { embedTenantName } }),
    },
    { name: 'minting key deleted', revoke: ({ key }, round) => fleet.api(round).deleteApiKey({ params: { apiKeyId: key.id } }) },
  ]
  return { make, ways, close: embedding.close }
}
