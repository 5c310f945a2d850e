import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  api_key_not_found: { kind: 'not_found', meaning: 'No such API key, or none that this caller may see.' },
  api_key_limit: {
    kind: 'forbidden',
    meaning: 'The person or service account has as many API keys as the installation allows; deleting one makes room.',
  },
  key_exceeds_creator: { kind: 'forbidden', meaning: 'A key cannot be made with more than its maker holds.' },
  owner_not_found: { kind: 'not_found', meaning: 'The user or service account that should own the key does not exist.' },
  service_account_not_found: { kind: 'not_found', meaning: 'No such service account.' },
  service_account_name_taken: { kind: 'conflict', meaning: 'Service account names are unique in a tenant.' },
  role_not_found: { kind: 'invalid', meaning: 'No role of this name exists in the tenant.' },
  user_not_found: { kind: 'not_found', meaning: 'No such user in this tenant.' },
  user_taken: { kind: 'conflict', meaning: 'The email or the username belongs to another user of the tenant.' },
  last_admin: { kind: 'forbidden', meaning: 'At least one active administrator must remain.' },
  own_account: { kind: 'invalid', meaning: 'Nobody deletes the account they are using.' },
  password_not_supported: {
    kind: 'invalid',
    meaning: 'The request sets a password, and this version has no sign-in that would use it.',
    cure: 'Leave `password` out. Give the user an API key.',
  },
  own_deactivation: { kind: 'forbidden', meaning: 'Nobody deactivates the account they are using.' },
  group_not_found: { kind: 'not_found', meaning: 'No such group, or not in this embed tenant.' },
  group_name_taken: { kind: 'invalid', meaning: 'A group of this name exists in the same catalog.' },
  group_name_reserved: {
    kind: 'invalid',
    meaning: "Names starting with `system:` or `group:` are the platform's own.",
    cure: 'Choose a name that does not start with `system:` or `group:`, without spaces around it.',
    example:
      '"system:root" looks like a name reserved for the platform: group names may not start with system: or group:, nor begin or end with a space.',
  },
  user_attribute_not_found: { kind: 'not_found', meaning: 'No such attribute definition.' },
  user_attribute_name_taken: { kind: 'conflict', meaning: 'A definition of this name exists in the same catalog.' },
  user_attribute_value_mismatch: {
    kind: 'invalid',
    meaning: 'A value, or a default, does not fit the type of its definition.',
    cure: 'Send a value of the type the attribute was defined with: a number as a JSON number, not as text.',
    example: 'The value of user attribute "region" must be a string.',
  },
  user_attribute_limit: {
    kind: 'invalid',
    meaning: 'The catalog has as many definitions as it may have.',
    cure: 'Delete definitions that nothing uses. Something that differs by user belongs into the value, not into the name.',
  },
} as const satisfies FailureDefinitions
