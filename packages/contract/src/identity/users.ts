import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, JsonObject, Maybe, OneOf, schema, Text, Type } from '../schema.ts'
import { User, userSettingsFields } from './user-parts.ts'

export const getCurrentUser = operation({
  id: 'getCurrentUser',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/users/me',
  tag: 'Users',
  summary: 'Get the user or service account behind the credential; in a frame, the user it is shown to',
  description: 'No list of operations and no preset of a key takes this one away: clients call it to learn whether a key works at all.',
  returns: User,
  failures: [],
  action: null,
  reach: 'caller',
  credentials: ['api_key', 'embed'],
  presets: ['ci', 'mint-only'],
  own: true,
  example: {
    returns: { id: 7, email: 'ada@example.com', username: 'ada@example.com', isAdmin: true, notifications: {}, defaultRoles: ['Admin'] },
  },
})

const exampleUser: User = { id: 8, email: 'bob@example.com', username: 'bob', isAdmin: false, notifications: {}, defaultRoles: ['Viewer'] }
const common = { action: 'All', reach: 'tenant', credentials: ['api_key'] } as const
const UserParams = Type.Object({ userId: Id })
const Email = Text(320, { minLength: 3, pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$' })
const Picture = Maybe(
  Text(2000, { pattern: '^https?://[^\\s\\u0000]+$', description: 'An absolute http or https address; never fetched here.' }),
)
const Password = Maybe(Text(1000, { description: 'Refused with `password_not_supported`: this version has no sign-in.' }))

export const listUsers = operation({
  ...common,
  id: 'listUsers',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/users',
  tag: 'Users',
  summary: 'List the users of the tenant, oldest first; external users belong to embed tenants and are listed there',
  query: PageQuery,
  returns: page('UsersListResponse', User),
  failures: ['invalid_cursor'],
  own: true,
  example: { returns: { items: [exampleUser], data: [exampleUser], pageInfo: { hasNextPage: false, hasPreviousPage: false } } },
})

export const createUser = operation({
  ...common,
  id: 'createUser',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/users',
  tag: 'Users Admin',
  summary: 'Create a user',
  description:
    'Email and username are unique in the tenant, whatever their case; the username is kept lowercase and trimmed. Roles are those of `defaultRoles`, ' +
    'with Admin among them when `isAdmin` is true, and Viewer when nothing is said. External users are made by sessions, so `isExternal` true is refused.',
  body: schema('UserCreateInput', {
    email: Email,
    username: Text(320, { minLength: 1 }),
    firstName: Maybe(Text(200)),
    isAdmin: Maybe(Type.Boolean()),
    password: Password,
    externalId: Maybe(Text(256)),
    defaultRoles: Maybe(Type.Array(Text(100), { maxItems: 50 })),
    picture: Picture,
    isExternal: Maybe(Type.Boolean()),
  }),
  returns: User,
  failures: ['user_taken', 'role_not_found', 'password_not_supported'],
  idempotency: 'plain',
  audit: ['user'],
  example: { body: { email: 'bob@example.com', username: 'bob' }, returns: exampleUser },
})

const updating = {
  ...common,
  database: 'whole',
  path: '/api/v1/users/{userId}',
  tag: 'Users Admin',
  summary: 'Change a user; email and username stay',
  description:
    'A field left out, or null, keeps its value. `isAdmin` gives or takes the Admin role over the whole tenant. Deactivating ends every session and refuses every key of the user at once. ' +
    'Nobody deactivates themselves, and the last active administrator stays one. A document, such as `settings`, replaces the one before; each has at most 16 KiB. `securityContext` is what embed sessions of this internal user hand to queries.',
  params: UserParams,
  body: schema('UserUpdateInput', {
    firstName: Maybe(Text(200)),
    title: Maybe(Text(200)),
    isAdmin: Maybe(Type.Boolean()),
    isDeactivated: Maybe(Type.Boolean()),
    password: Password,
    picture: Picture,
    settings: Maybe(schema('UserSettingsChange', userSettingsFields)),
    notifications: Maybe(Type.Array(Text(100), { maxItems: 100, description: 'Names of notifications that are on.' })),
    securityContext: Maybe(JsonObject),
    embedTheme: Maybe(JsonObject),
    lastLogin: Maybe(Type.String({ format: 'date-time' })),
    tosAccepted: Maybe(JsonObject),
  }),
  returns: User,
  failures: [
    'user_not_found',
    'last_admin',
    'own_deactivation',
    'password_not_supported',
    'security_context_reserved',
    'security_context_too_large',
  ],
  audit: ['user'],
  example: { params: { userId: 8 }, body: { title: 'Analyst' }, returns: { ...exampleUser, title: 'Analyst' } },
} as const

export const updateUser = operation({ ...updating, id: 'updateUser', method: 'PUT' })

/** The same under the other method that the specification lists. */
export const postUser = operation({
  ...updating,
  id: 'postUser',
  method: 'POST',
  summary: 'Change a user, as `updateUser` does',
  own: true,
})

export const deleteUser = operation({
  ...common,
  id: 'deleteUser',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/users/{userId}',
  tag: 'Users Admin',
  summary: 'Delete a user with their keys and sessions, at once and everywhere',
  description: 'Nobody deletes themselves, and the last active administrator stays.',
  params: UserParams,
  returns: schema('UserDeleteResponse', { success: Type.Boolean() }),
  failures: ['user_not_found', 'last_admin', 'own_account'],
  audit: ['user', 'api_key'],
  example: { params: { userId: 8 }, returns: { success: true } },
})

export const BulkUserAction = OneOf('BulkUserAction', ['DEACTIVATE', 'ACTIVATE', 'DELETE'])

export const bulkUserAction = operation({
  ...common,
  id: 'bulkUserAction',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/users/bulk',
  tag: 'Users Admin',
  summary: 'Deactivate, activate or delete up to 100 users',
  description:
    'In the order sent, repeats once. Each entry stands alone: what fails is listed with its status and the rest is done. ' +
    'Doing again what is done already succeeds.',
  body: schema('BulkUserActionInput', { action: BulkUserAction, userIds: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
  returns: schema('BulkUserActionPayload', {
    action: BulkUserAction,
    succeeded: Type.Array(Id),
    failed: Type.Array(
      schema('BulkUserActionFailure', {
        userId: Id,
        error: schema('BulkUserActionError', { status: Type.Integer(), message: Type.String() }),
      }),
    ),
  }),
  failures: [],
  audit: ['user', 'api_key'],
  example: { body: { action: 'DEACTIVATE', userIds: [8] }, returns: { action: 'DEACTIVATE', succeeded: [8], failed: [] } },
})
