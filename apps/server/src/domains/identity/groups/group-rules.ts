import { Failure } from '#kernel/failure'

const reservedPrefixes = ['system:', 'group:']

// What shows as nothing could hide a prefix from a reader of the list.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

const folded = (name: string): string => name.normalize('NFKC').replaceAll(invisible, '').trim().toLowerCase()

/** Whether an access policy, or a reader, could take the name for one of the platform's own. */
export const isReservedGroupName = (name: string): boolean => reservedPrefixes.some((prefix) => folded(name).startsWith(prefix))

/** Refuses a name that is not the caller's to give, and one with spaces around it, which no one would find again. */
export const requireOwnGroupName = (name: string): void => {
  if (isReservedGroupName(name))
    throw new Failure(
      'group_name_reserved',
      `"${name}" looks like a group reserved for the platform. Choose a name without "system:" or "group:" at its start.`,
    )
  if (name !== name.trim())
    throw new Failure('invalid_request', `The name "${name}" begins or ends with a space. Send it without.`, {
      errors: [{ pointer: '/body/name', message: 'must not begin or end with a space.' }],
    })
}
