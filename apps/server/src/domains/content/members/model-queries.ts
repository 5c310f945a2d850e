import { type Db, sql } from '#db'
import type { DeploymentAccess } from '#access'

type Place = Pick<DeploymentAccess, 'tenantId' | 'deploymentId'>

/** The build that production serves, if it is known what is in its model. */
export const findServedBuild = async (db: Db, { tenantId, deploymentId }: Place): Promise<number | null> => {
  const row = await db
    .selectFrom('environments as e')
    .innerJoin('builds as b', (join) => join.onRef('b.tenant_id', '=', 'e.tenant_id').onRef('b.id', '=', 'e.build_id'))
    .select('b.id')
    .where('e.tenant_id', '=', tenantId)
    .where('e.deployment_id', '=', deploymentId)
    .where('e.type', '=', 'production')
    .where(sql<boolean>`jsonb_typeof(b.members) = 'array'`)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The members of a build's model, as rows of `name`. */
export const modelOf = ({ tenantId }: Pick<Place, 'tenantId'>, buildId: number) =>
  sql`select element.name from builds b cross join lateral jsonb_array_elements_text(b.members) as element (name) where b.tenant_id = ${tenantId} and b.id = ${buildId}`

/** Those of these names that the model of a build does not have. */
export const findMissing = async (db: Db, place: Place, buildId: number, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select asked.name from unnest(${names}::text[]) as asked (name)
    where not exists (select from (${modelOf(place, buildId)}) model where model.name = asked.name) order by asked.name`.execute(db)
  return rows.map(({ name }) => name)
}
