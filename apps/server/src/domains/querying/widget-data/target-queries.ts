import type { Db } from '#db'

/** How the data API names a deployment. */
export const findSlug = async (db: Db, { tenantId }: { tenantId: number }, deploymentId: number): Promise<string | undefined> =>
  (await db.selectFrom('deployments').select('slug').where('tenant_id', '=', tenantId).where('id', '=', deploymentId).executeTakeFirst())
    ?.slug
