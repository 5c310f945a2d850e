import { Failure } from '#failure'

// Whatever shows as nothing may not hide a reserved beginning either.
const reserved = /^[\s\p{C}\p{Z}]*(system|group):/u

/** A name that looks like one of the platform's own would be believed by an access policy, however it is spelled. */
export const requireOwnGroupName = (name: string): void => {
  if (reserved.test(name.normalize('NFKC').trim().toLowerCase()))
    throw new Failure(
      'group_name_reserved',
      `"${name}" starts like a group of the platform's own. Choose a name without "system:" or "group:".`,
    )
  if (name !== name.trim())
    throw new Failure('invalid_request', `The name "${name}" begins or ends with a space. Send it without.`, {
      errors: [{ pointer: '/body/name', message: 'must not begin or end with a space.' }],
    })
}
