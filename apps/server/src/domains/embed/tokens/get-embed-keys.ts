import type { getEmbedKeys as contract } from '@facet/contract'
import type { Handler } from '#context'

export const getEmbedKeys: Handler<typeof contract> = async (_, { signingKeys, caller }) => ({
  keys: (await signingKeys.find(caller.tenantId, ''))?.jwks ?? [],
})
