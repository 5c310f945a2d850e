import { hash, randomBytes } from 'node:crypto'
import type { Installation, Tenant } from '../../../harness/installation.ts'

/**
 * A tenant with one administrator and a key, written straight to the tables: many are needed before the first request, and the
 * command would start a process for each.
 */
export const addTenant = async (installation: Installation, name: string): Promise<Tenant> => {
  const host = `${name}.test`
  const adminKey = `sk-${randomBytes(32).toString('base64url')}`
  const [row] = await installation.sql<{ tenant_id: string }>(
    `with tenant as (insert into tenants (name) values ($1) returning id),
      host as (insert into tenant_hosts (tenant_id, host) select id, $2 from tenant),
      role as (insert into roles (tenant_id, name, actions) select id, 'Admin', '{All}' from tenant returning id),
      principal as (insert into principals (tenant_id, kind, name) select id, 'user', $3 from tenant returning tenant_id, id),
      person as (insert into users (tenant_id, id, email) select tenant_id, id, $3 from principal),
      granted as (insert into role_grants (tenant_id, principal_id, role_id) select tenant_id, principal.id, role.id from principal, role)
    insert into api_keys (tenant_id, principal_id, name, secret_hash, hint) select tenant_id, id, 'model', $4, 'sk-…' from principal returning tenant_id`,
    [name, host, `admin@${host}`, hash('sha256', adminKey, 'buffer')],
  )
  return { tenantId: Number(row?.tenant_id), host, adminKey }
}
