import { brokenConstraint, type Db, type FunctionCalls } from '#db'

export type TenantRow = { tenant_id: number; tenant_name: string; hosts: string[] }

export const nextTenantId = async (calls: FunctionCalls): Promise<number> => {
  const [row] = await calls.call<{ id: number }>('next-id', "select nextval('facet_ids') as id", [])
  if (!row) throw new Error('The id sequence gave no number.')
  return row.id
}

export const insertTenant = async (db: Db, tenantId: number, tenant: { name: string; hosts: string[] }): Promise<void> => {
  try {
    await db.insertInto('tenants').values({ id: tenantId, name: tenant.name }).execute()
    if (tenant.hosts.length > 0)
      await db
        .insertInto('tenant_hosts')
        .values(tenant.hosts.map((host) => ({ tenant_id: tenantId, host: host.toLowerCase() })))
        .execute()
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'tenants_name_key') throw new Error(`A tenant called "${tenant.name}" exists already.`, { cause: error })
    if (constraint === 'tenant_hosts_host_key')
      throw new Error(`One of the hosts ${tenant.hosts.join(', ')} belongs to another tenant.`, { cause: error })
    if (constraint === 'deployments_custom_domain_key')
      throw new Error(
        `One of the hosts ${tenant.hosts.join(', ')} is, or has below it, a custom domain of a deployment. Free it with: facet domains release --domain D`,
        { cause: error },
      )
    throw error
  }
}

const batch = 1000

/** Every tenant, read in steps: an installation can have more than fit in memory. */
export async function* eachTenant(calls: FunctionCalls): AsyncGenerator<TenantRow> {
  for (let after = 0; ; ) {
    const rows = await calls.call<TenantRow>('list-tenants', 'select * from facet_list_tenants($1, $2)', [after, batch])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.tenant_id
  }
}
