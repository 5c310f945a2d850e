import { type AppTheme, defaultTenantSettings, type TenantSettings } from '@facet/contract'
import { createGuardedCache, type GuardedCache, type Revocations } from '#access'
import type { FunctionCalls } from '#db'

export type EmbedSettings = Pick<
  TenantSettings,
  'embeddingEnabled' | 'useCreatorMode' | 'embedOrigins' | 'externalUserLimit' | 'revokeOnSecondUse'
> & { isFrozen: boolean; fontOrigins: string[] }

type Typography = AppTheme['typography']

// The parser of addresses lets more into a name than a policy may hold: a semicolon would begin another rule of it.
const plainOrigin = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/

/** Where the fonts come from that texts and titles of pages are written in. */
export const fontOriginsOf = (typography: Typography): string[] => {
  const used = new Set([typography?.body.fontRef, typography?.heading.fontRef])
  const urls = typography?.fonts.flatMap(({ id, url }) => (used.has(id) && URL.canParse(url) ? [new URL(url).origin] : [])) ?? []
  return [...new Set(urls)].filter((origin) => plainOrigin.test(origin))
}

/** What the tenant and the operator have set about embedding; a change holds everywhere within a second. */
export const createEmbedSettings = (calls: FunctionCalls, revocations: Revocations): GuardedCache<EmbedSettings> =>
  createGuardedCache(revocations, async (tenantId) => {
    const [row] = await calls.call<{ settings: Partial<TenantSettings> & { typography: Typography }; is_frozen: boolean; epoch: number }>(
      'find-embed-settings',
      'select * from facet_find_embed_settings($1)',
      [tenantId],
    )
    if (!row) return undefined
    const { typography, ...settings } = row.settings
    const value = { ...defaultTenantSettings, ...settings, isFrozen: row.is_frozen, fontOrigins: fontOriginsOf(typography) }
    return { value, tenantId, epoch: row.epoch }
  })
