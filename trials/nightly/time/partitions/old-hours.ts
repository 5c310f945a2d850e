import type { Installation } from '../../../harness/installation.ts'

const parents = ['embed_sessions', 'embed_grants'] as const

/** Creates partitions of old hours. */
export const makeOldHours = async (installation: Installation, hours: number): Promise<void> => {
  for (const parent of parents)
    for (let hour = 0; hour < hours; hour++) await installation.sql('select facet_make_embed_partition($1, $2)', [parent, 1000 + hour])
}

export const listOldHours = async (installation: Installation): Promise<string[]> =>
  (
    await installation.sql<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relname ~ '^embed_(sessions|grants)_[0-9]+$' and substring(relname from '_([0-9]+)$')::int < 2000 order by 1",
    )
  ).map(({ name }) => name)

/** Drops the partitions of this and the coming hours. */
export const dropComingHours = async (installation: Installation): Promise<number> => {
  const hours = await installation.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relname ~ '^embed_(sessions|grants)_[0-9]+$' and substring(relname from '_([0-9]+)$')::int >= facet_bucket(now())",
  )
  for (const { name } of hours) await installation.sql(`drop table ${name}`)
  return hours.length
}
