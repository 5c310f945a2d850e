import { defineSettings, whole } from '#config'

export const settings = defineSettings(
  ['FACET_EMBED_RECORD_HOURS', 'FACET_EMBED_STREAMS', 'FACET_EMBED_STREAMS_PER_TENANT', 'FACET_EMBED_STREAMS_PER_USER'],
  (read) => ({
    /** How long the record of each minted session is kept, in hours. */
    embedRecordHours: read.parse('FACET_EMBED_RECORD_HOURS', 168, whole(26, 8760)),
    /** Streams that tell frames of the end of their session, open at this process at once. */
    embedStreams: {
      perNode: read.parse('FACET_EMBED_STREAMS', 10_000, whole(1, 1_000_000)),
      perTenant: read.parse('FACET_EMBED_STREAMS_PER_TENANT', 5000, whole(1, 1_000_000)),
      perUser: read.parse('FACET_EMBED_STREAMS_PER_USER', 32, whole(1, 1_000_000)),
    },
  }),
)
