import { type getEmbedTheme as contract, UserEmbedTheme } from '@facet/contract'
import { requireCaller } from '#access'
import type { Handler } from '#context'
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

export const getEmbedTheme: Handler<typeof contract> = async (_, context) => {
  const { caller, db } = context
  const access = requireCaller(context)
  const isExternal = caller.embed !== undefined && !caller.embed.isInternal
  const theme = caller.embed?.document['embedTheme'] ?? (isExternal ? null : await findUserTheme(db, access, caller.principalId))
  return setFields(knownFields(UserEmbedTheme, theme ?? {}) ?? {})
}
