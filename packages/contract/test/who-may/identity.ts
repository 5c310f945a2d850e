import { anyKey, key, orEmbedToken, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // People and what they hold are an administrator's; names that policies speak of may be read by everyone with a role.
  getCurrentUser: orEmbedToken(anyKey('caller', 'ci', 'mint-only', 'read-only')),
  listUsers: key('All', 'Admin', 'tenant', 'read-only'),
  createUser: key('All', 'Admin', 'tenant'),
  updateUser: key('All', 'Admin', 'tenant'),
  postUser: key('All', 'Admin', 'tenant'),
  deleteUser: key('All', 'Admin', 'tenant'),
  bulkUserAction: key('All', 'Admin', 'tenant'),
  listGroups: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  createGroup: key('All', 'Admin', 'tenant'),
  deleteGroup: key('All', 'Admin', 'tenant'),
  listUserGroupMembers: key('All', 'Admin', 'tenant', 'read-only'),
  addUserGroupMembers: key('All', 'Admin', 'tenant'),
  removeUserGroupMembers: key('All', 'Admin', 'tenant'),
  listGroupsOfUser: key('All', 'Admin', 'tenant', 'read-only'),
  getUserAttributes: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  createUserAttribute: key('All', 'Admin', 'tenant'),
  updateUserAttribute: key('All', 'Admin', 'tenant'),
  deleteUserAttribute: key('All', 'Admin', 'tenant'),
  getUserAttributeValues: key('All', 'Admin', 'embed_tenant', 'read-only'),
  upsertUserAttributeValue: key('All', 'Admin', 'embed_tenant'),
  listServiceAccounts: key('All', 'Admin', 'tenant', 'read-only'),
  createServiceAccount: key('All', 'Admin', 'tenant'),
  deleteServiceAccount: key('All', 'Admin', 'tenant'),

  // Everyone has keys of their own; which others are seen is decided key by key.
  listApiKeys: anyKey('caller', 'read-only'),
  getApiKey: anyKey('caller', 'read-only'),
  createApiKey: anyKey('caller'),
  deleteApiKey: anyKey('caller'),
} satisfies WhoMayRows
