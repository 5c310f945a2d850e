import { Failure } from '#failure'

const reservedPrefixes = ['system:', 'group:']

// What shows as nothing could hide a prefix from a reader of the list.
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const folded = (name: string): string => name.normalize('NFKC').replaceAll(invisible, '').trim().toLowerCase()

/** Refuses a name that an access policy could take for a group of the platform itself. */
export const requireOwnGroupName = (name: string): void => {
  const reserved = reservedPrefixes.find((prefix) => folded(name).startsWith(prefix))
  if (reserved)
    throw new Failure(
      'group_name_reserved',
      `"${name}" reads as a name starting with "${reserved}", which only groups of the platform have. Choose another name.`,
    )
}
