import { newApiKeySecret, writeAudit } from '#access'
import { type Db, type FunctionCalls, inTransaction, type Pool } from '#db'
import { insertKey } from '#domains/identity/api-keys'
import { removeKeysOf } from '#domains/identity/owned-keys'
import { getRole, grantRole, insertDefaultRoles } from '#domains/identity/roles'
import { findUserByEmail, insertUser, setDeactivated } from '#domains/identity/users'
import { eachTenant, insertTenant, nextTenantId, type TenantRow } from './tenant-queries.ts'

export type AdminKey = { tenantId: number; secret: string }

const issueKey = async (db: Db, tenantId: number, principalId: number, name: string): Promise<{ id: number; secret: string }> => {
  const { secret, ...kept } = newApiKeySecret()
  const { id } = await insertKey(db, { tenantId }, { name, principalId, ...kept, scope: {}, createdByKeyId: null, expiresAt: null })
  return { id, secret }
}

const makeAdmin = async (db: Db, tenantId: number, email: string): Promise<number> => {
  const principalId = await insertUser(db, { tenantId }, { email, username: email.toLowerCase() })
  const role = await getRole(db, { tenantId }, 'Admin')
  await grantRole(db, { tenantId }, { principalId, roleId: role.id })
  return principalId
}

/** A tenant with its roles and its first administrator. The key is shown once and stored only as a hash. */
export const createTenant = async (
  pool: Pool,
  calls: FunctionCalls,
  tenant: { name: string; hosts: string[]; adminEmail: string },
): Promise<AdminKey> => {
  const tenantId = await nextTenantId(calls)
  return inTransaction(pool, tenantId, 'read write', async (db) => {
    await insertTenant(db, tenantId, tenant)
    await insertDefaultRoles(db, { tenantId })
    const principalId = await makeAdmin(db, tenantId, tenant.adminEmail)
    const key = await issueKey(db, tenantId, principalId, 'first administrator')
    await writeAudit(db, {
      tenantId,
      operation: 'facet tenants create',
      outcome: 'done',
      actor: 'operator',
      targets: [
        { kind: 'tenant', id: tenantId, did: 'created' },
        { kind: 'user', id: principalId, did: 'created' },
        { kind: 'api_key', id: key.id, did: 'created' },
      ],
    })
    return { tenantId, secret: key.secret }
  })
}

const findTenant = async (calls: FunctionCalls, name: string): Promise<TenantRow> => {
  for await (const tenant of eachTenant(calls)) if (tenant.tenant_name === name) return tenant
  throw new Error(`There is no tenant called "${name}". See: facet tenants list`)
}

export const findTenantId = async (calls: FunctionCalls, name: string): Promise<number> => (await findTenant(calls, name)).tenant_id

export async function* listTenantIds(calls: FunctionCalls): AsyncGenerator<number> {
  for await (const tenant of eachTenant(calls)) yield tenant.tenant_id
}

type Recovery = {
  tenant: string
  email: string
  /** Whether somebody new may be made: otherwise a mistyped address would be one more administrator. */
  isCreating: boolean
}

/** For the locked-out operator: makes the person an active administrator with one new key; their old keys end. */
export const recoverAdmin = async (pool: Pool, calls: FunctionCalls, request: Recovery): Promise<AdminKey & { isNew: boolean }> => {
  const { tenant_id: tenantId } = await findTenant(calls, request.tenant)
  return inTransaction(pool, tenantId, 'read write', async (db) => {
    const found = await findUserByEmail(db, { tenantId }, request.email)
    if (!found && !request.isCreating)
      throw new Error(
        `Nobody in tenant "${request.tenant}" has the email address "${request.email}". Correct it, or pass --create to create this person as an administrator.`,
      )
    const principalId = found?.id ?? (await makeAdmin(db, tenantId, request.email))
    const ended = found ? await removeKeysOf(db, { tenantId }, principalId) : []
    if (found) {
      const role = await getRole(db, { tenantId }, 'Admin')
      await grantRole(db, { tenantId }, { principalId, roleId: role.id })
      await setDeactivated(db, { tenantId }, principalId, false)
    }
    const key = await issueKey(db, tenantId, principalId, 'recovered administrator')
    await writeAudit(db, {
      tenantId,
      operation: 'facet admin recover',
      outcome: 'done',
      actor: 'operator',
      targets: [
        { kind: 'user', id: principalId, did: found ? 'promoted' : 'created' },
        ...ended,
        { kind: 'api_key', id: key.id, did: 'created' },
      ],
    })
    return { tenantId, secret: key.secret, isNew: !found }
  })
}
