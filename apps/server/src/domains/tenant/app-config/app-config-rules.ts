import { AppConfig, type updateAppConfig } from '@facet/contract'
import type { Input } from '#context'
import { Failure } from '#kernel/failure'
import { knownFields } from './known-fields.ts'

type Sent = Input<typeof updateAppConfig>['body']

export const isTimeZone = (name: string): boolean => {
  // An offset is no place: it does not know of summer.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const requireTimeZones = ({ embedding, timezoneSettings }: Sent): void => {
  for (const name of [embedding?.timezone, timezoneSettings?.timezone])
    if (name != null && !isTimeZone(name))
      throw new Failure('time_zone_invalid', `"${name}" is no time zone. Send a name of the IANA database, such as Europe/Berlin.`)
}

const requireFonts = ({ appTheme }: Sent): void => {
  const typography = appTheme?.typography
  if (!typography) return
  const ids = typography.fonts.map(({ id }) => id)
  for (const { fontRef } of [typography.body, typography.heading])
    if (!ids.includes(fontRef))
      throw new Failure(
        'font_not_found',
        `fontRef "${fontRef}" is the id of none of the fonts sent: ${ids.join(', ') || 'there are none'}.`,
      )
}

/** The parts to store: what was left out is not among them, null clears. */
export const changeOf = (body: Sent): Partial<AppConfig> => {
  requireTimeZones(body)
  requireFonts(body)
  const { applyThemeGlobally, ...parts } = knownFields(AppConfig, body) as Partial<AppConfig>
  return applyThemeGlobally == null ? parts : { ...parts, applyThemeGlobally }
}
