import type { Client } from '@facet/client'

/** A session that waits, one that was exchanged, one that was revoked; users of two customers, in groups and with attributes. Gives the one exchanged. */
export const fillEmbedding = async (
  { backend, admin, page }: { backend: Client; admin: Client; page: Client },
  deploymentId: number,
): Promise<string> => {
  const mint = async (externalId: string, embedTenantName: string): Promise<string> =>
    (
      await backend.generateSession({
        body: { deploymentId, externalId, embedTenantName, groups: ['premium'], userAttributes: [{ name: 'region', value: 'us' }] },
      })
    ).sessionId
  const usedSessionId = await mint('u-1', 'acme-corp')
  await page.exchangeSession({ body: { sessionId: usedSessionId } })
  await page.exchangeSession({ body: { sessionId: await mint('u-2', 'globex') } })
  await admin.revokeEmbedSessions({ body: { embedTenantName: 'globex' } })
  await admin.createEmbedGroup({ params: { embedTenantName: 'acme-corp' }, body: { name: 'north', namespace: 'tenantGroups' } })
  await mint('u-3', 'acme-corp')
  return usedSessionId
}
