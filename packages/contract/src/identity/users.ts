import { operation } from '../operation.ts'
import { Id, JsonObject, Maybe, schema, Timestamp, Type } from '../schema.ts'

export const User = schema('User', {
  id: Id,
  email: Type.String({ description: 'Of a service account: its name, which no mail reaches.' }),
  username: Type.String(),
  isAdmin: Type.Boolean(),
  notifications: JsonObject,
  firstName: Maybe(Type.String()),
  title: Maybe(Type.String()),
  picture: Maybe(Type.String()),
  externalId: Maybe(Type.String()),
  defaultRoles: Maybe(Type.Array(Type.String())),
  isDeactivated: Maybe(Type.Boolean()),
  createdAt: Maybe(Timestamp),
  updatedAt: Maybe(Timestamp),
})

export const getCurrentUser = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/api/v1/users/me',
  tag: 'Users',
  summary: 'Get the user or service account behind the credential',
  description: 'No list of operations and no preset of a key takes this one away: clients call it to learn whether a key works at all.',
  returns: User,
  failures: [],
  action: null,
  reach: 'caller',
  credentials: ['api_key'],
  presets: ['ci', 'mint-only'],
  own: true,
  example: {
    returns: { id: 7, email: 'ada@example.com', username: 'ada@example.com', isAdmin: true, notifications: {}, defaultRoles: ['Admin'] },
  },
})
