import { embedToken, key, open, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // Embedding: minting and everything about embed tenants and sessions is an administrator's. A key for some deployments or some
  // embed tenants is there to mint for those, and to look after what it minted; one for an embed tenant looks after that too.
  generateSession: key('All', 'Admin', 'session', 'mint-only'),
  dryRunSession: key('All', 'Admin', 'session'),
  listEmbedSessions: key('All', 'Admin', 'session', 'read-only'),
  getEmbedSession: key('All', 'Admin', 'session', 'read-only'),
  revokeEmbedSession: key('All', 'Admin', 'session'),
  revokeEmbedSessions: key('All', 'Admin', 'session'),
  listEmbedTenants: key('All', 'Admin', 'embed_tenant', 'read-only'),
  deleteEmbedTenant: key('All', 'Admin', 'embed_tenant'),
  listEmbedUsers: key('All', 'Admin', 'embed_tenant', 'read-only'),
  listEmbedUserAttributes: key('All', 'Admin', 'embed_tenant', 'read-only'),
  deleteEmbedUserAttribute: key('All', 'Admin', 'embed_tenant'),
  listEmbedGroups: key('All', 'Admin', 'embed_tenant', 'read-only'),
  getEmbedGroup: key('All', 'Admin', 'embed_tenant', 'read-only'),
  createEmbedGroup: key('All', 'Admin', 'embed_tenant'),
  updateEmbedGroup: key('All', 'Admin', 'embed_tenant'),
  deleteEmbedGroup: key('All', 'Admin', 'embed_tenant'),
  listEmbedGroupMembers: key('All', 'Admin', 'embed_tenant', 'read-only'),
  addEmbedGroupMembers: key('All', 'Admin', 'embed_tenant'),
  removeEmbedGroupMembers: key('All', 'Admin', 'embed_tenant'),

  // The session id is the credential of an exchange; only a token renews itself; public keys are for everyone.
  exchangeSession: open('caller'),
  renewSession: embedToken,
  watchEmbedSession: { ...embedToken, presets: ['read-only'] },
  getEmbedKeys: open('caller', 'read-only'),
} satisfies WhoMayRows
