import { defineSettings, whole } from '#config'

export const settings = defineSettings(['FACET_EMBED_RECORD_HOURS'], (read) => ({
  /** How long the record of each minted session is kept, in hours. */
  embedRecordHours: read.parse('FACET_EMBED_RECORD_HOURS', 168, whole(26, 8760)),
}))
