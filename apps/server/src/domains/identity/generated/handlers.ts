// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { addUserGroupMembers } from '../groups/add-user-group-members.ts'
import { bulkUserAction } from '../users/bulk-user-action.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { createGroup } from '../groups/create-group.ts'
import { createServiceAccount } from '../service-accounts/create-service-account.ts'
import { createUser } from '../users/create-user.ts'
import { createUserAttribute } from '../user-attributes/create-user-attribute.ts'
import { deleteApiKey } from '../api-keys/delete-api-key.ts'
import { deleteGroup } from '../groups/delete-group.ts'
import { deleteServiceAccount } from '../service-accounts/delete-service-account.ts'
import { deleteUser } from '../users/delete-user.ts'
import { deleteUserAttribute } from '../user-attributes/delete-user-attribute.ts'
import { getApiKey } from '../api-keys/get-api-key.ts'
import { getCurrentUser } from '../users/get-current-user.ts'
import { getUserAttributeValues } from '../user-attribute-values/get-user-attribute-values.ts'
import { getUserAttributes } from '../user-attributes/get-user-attributes.ts'
import { listApiKeys } from '../api-keys/list-api-keys.ts'
import { listGroups } from '../groups/list-groups.ts'
import { listGroupsOfUser } from '../groups/list-groups-of-user.ts'
import { listServiceAccounts } from '../service-accounts/list-service-accounts.ts'
import { listUserGroupMembers } from '../groups/list-user-group-members.ts'
import { listUsers } from '../users/list-users.ts'
import { postUser } from '../users/post-user.ts'
import { removeUserGroupMembers } from '../groups/remove-user-group-members.ts'
import { updateUser } from '../users/update-user.ts'
import { updateUserAttribute } from '../user-attributes/update-user-attribute.ts'
import { upsertUserAttributeValue } from '../user-attribute-values/upsert-user-attribute-value.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  addUserGroupMembers,
  bulkUserAction,
  createApiKey,
  createGroup,
  createServiceAccount,
  createUser,
  createUserAttribute,
  deleteApiKey,
  deleteGroup,
  deleteServiceAccount,
  deleteUser,
  deleteUserAttribute,
  getApiKey,
  getCurrentUser,
  getUserAttributeValues,
  getUserAttributes,
  listApiKeys,
  listGroups,
  listGroupsOfUser,
  listServiceAccounts,
  listUserGroupMembers,
  listUsers,
  postUser,
  removeUserGroupMembers,
  updateUser,
  updateUserAttribute,
  upsertUserAttributeValue,
} satisfies Partial<Handlers>
