import { UserEmbedTheme } from '@facet/contract'
import type { CallerAccess } from '#access'
import type { Db } from '#db'
import { findUserTheme } from './app-config-queries.ts'
import { knownFields } from './known-fields.ts'

/** Without what is null, which is the same as not set. */
const setFields = (theme: object): object =>
  Object.fromEntries(
    Object.entries(theme).flatMap(([name, value]: [string, unknown]) => {
      if (value === null) return []
      return [[name, typeof value === 'object' ? setFields(value) : value]]
    }),
  )

/** The theme that embeds of this caller have. */
export const getThemeOf = async (db: Db, access: CallerAccess): Promise<UserEmbedTheme> => {
  const { caller } = access
  const isExternal = caller.embed !== undefined && !caller.embed.isInternal
  const theme = caller.embed?.document['embedTheme'] ?? (isExternal ? null : await findUserTheme(db, access, caller.principalId))
  return setFields(knownFields(UserEmbedTheme, theme ?? {}) ?? {})
}
