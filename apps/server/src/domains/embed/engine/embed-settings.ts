import { defaultTenantSettings, type TenantSettings } from '@facet/contract'
import { createGuardedCache, type GuardedCache, type Revocations } from '#access'
import type { FunctionCalls } from '#db'

export type EmbedSettings = Pick<
  TenantSettings,
  'embeddingEnabled' | 'useCreatorMode' | 'embedOrigins' | 'externalUserLimit' | 'revokeOnSecondUse'
> & { isFrozen: boolean }

/** What the tenant and the operator have set about embedding; a change holds everywhere within a second. */
export const createEmbedSettings = (calls: FunctionCalls, revocations: Revocations): GuardedCache<EmbedSettings> =>
  createGuardedCache(revocations, async (tenantId) => {
    const [row] = await calls.call<{ settings: Partial<TenantSettings>; is_frozen: boolean; epoch: number }>(
      'find-embed-settings',
      'select * from facet_find_embed_settings($1)',
      [tenantId],
    )
    if (!row) return undefined
    return { value: { ...defaultTenantSettings, ...row.settings, isFrozen: row.is_frozen }, tenantId, epoch: row.epoch }
  })
