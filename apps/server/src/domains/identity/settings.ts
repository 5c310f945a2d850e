import { defineSettings, whole } from '#config'

export const settings = defineSettings(['FACET_API_KEYS_PER_OWNER'], (read) => ({
  /** How many API keys one person or service account may have. */
  maxKeysPerOwner: read.parse('FACET_API_KEYS_PER_OWNER', 100, whole(1, 100_000)),
}))
