import { type RoleName, roleNames } from '#config'
import { UsageError } from './command.ts'

/** The value of `--roles`; all roles without it. */
export const rolesFrom = (text: string | undefined): RoleName[] => {
  if (text === undefined) return [...roleNames]
  return text.split(',').map((name) => {
    const role = roleNames.find((known) => known === name.trim())
    if (!role) throw new UsageError(`--roles: there is no role "${name}". Known: ${roleNames.join(', ')}.`)
    return role
  })
}
