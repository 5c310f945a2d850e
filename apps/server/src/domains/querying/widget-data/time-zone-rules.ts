import type { AppConfig, DashboardConfig } from '@facet/contract'
import { isTimeZone } from '#domains/tenant/app-config'

/** The zone that a frame shows times in; null where the tenant does not use zones, or nobody says one. */
export const timeZoneOf = (
  { timezoneSettings, embedding }: Pick<AppConfig, 'timezoneSettings' | 'embedding'>,
  { settings }: Pick<DashboardConfig, 'settings'>,
  wish: string | null | undefined,
): string | null => {
  if (timezoneSettings?.enabled !== true) return null
  const said: unknown[] = [wish, settings?.['timezone'], embedding?.timezone, timezoneSettings.timezone]
  return said.find((name): name is string => typeof name === 'string' && isTimeZone(name)) ?? null
}
