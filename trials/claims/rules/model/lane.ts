import { type Client, FacetFailure } from '@facet/client'
import pg from 'pg'
import { newDeployment } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'
import { type Side, start } from './steps.ts'
import { addTenant } from './tenants.ts'

/** Two tenants for one sequence at a time. */
export type Lane = {
  places: [Place, Place]
  /** The tenants with requests since the last reset. */
  used: Set<Side>
  /** The tenants whose own groups or attributes changed since the last reset. */
  changed: Set<Side>
  /** Restores the start of both tenants, with new marks. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

/** Names of embed tenants and external ids end with the mark, so that sequences share none. */
export type Place = { api: Client; deploymentId: number; internalId: string; mark: string }

const maxRepeats = 5

const quoted = (text: string | null): string => (text === null ? 'null' : `'${text}'`)

/** Runs only after changes, because the next session request after a change bypasses the cache. */
const tenantWideStart = (tenantId: number): string => {
  const groups = start.groups.map((name) => `(${tenantId}, 'groups', '${name}')`)
  const attributes = start.attributes.map(
    ({ name, type, defaultValue, isTrusted }) => `(${tenantId}, '${name}', '${type}', ${quoted(defaultValue)}, ${isTrusted})`,
  )
  return `delete from groups where tenant_id = ${tenantId};
    delete from user_attributes where tenant_id = ${tenantId};
    insert into groups (tenant_id, namespace, name) values ${groups.join(', ')};
    insert into user_attributes (tenant_id, name, type, default_value, is_trusted) values ${attributes.join(', ')};`
}

const embedStart = (tenantId: number, mark: string): string => {
  const { name, type, defaultValue } = start.embedAttribute
  return `delete from external_users where tenant_id = ${tenantId};
    delete from embed_tenants where tenant_id = ${tenantId};
    with made as (insert into embed_tenants (tenant_id, name) values (${tenantId}, '${start.embedTenant}${mark}') returning tenant_id, id),
      grouped as (insert into groups (tenant_id, embed_tenant_id, namespace, name)
        select tenant_id, id, space, '${start.embedGroup}' from made, unnest(array['groups', 'tenantGroups']) space returning id, namespace),
      defined as (insert into user_attributes (tenant_id, embed_tenant_id, name, type, default_value)
        select tenant_id, id, '${name}', '${type}', ${quoted(defaultValue)} from made returning id)
    insert into external_users (tenant_id, embed_tenant_id, external_id, tenant_group_ids, attribute_values)
    select made.tenant_id, made.id, '${start.externalId}${mark}', array[grouped.id],
      jsonb_build_object(defined.id::text, '${start.embedValue}', wide.id::text, '${start.value}')
    from made, defined, grouped, user_attributes wide
    where namespace = 'tenantGroups' and wide.tenant_id = made.tenant_id and wide.embed_tenant_id is null and wide.name = '${name}';`
}

const placeOf = async (installation: Installation, server: FacetProcess, tenant: Tenant, useCreatorMode: boolean): Promise<Place> => {
  const api = installation.client(server, tenant)
  await api.updateTenantSettings({ body: { useCreatorMode, auditLogEnabled: false } })
  const { id: deploymentId } = await api.createDeployment({ body: newDeployment('Model') })
  return { api, deploymentId, internalId: `admin@${tenant.host}`, mark: '' }
}

const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

/** The reset locks rows in another order than the service, so it can deadlock with periodic tasks. */
const repeatOnDeadlock = async (work: () => Promise<unknown>): Promise<void> => {
  for (let repeat = 0; ; repeat++) {
    try {
      await work()
      return
    } catch (error) {
      if (!isDeadlock(error) || repeat === maxRepeats) throw error
    }
  }
}

export const createLane = async (installation: Installation, server: FacetProcess, lane: number): Promise<Lane> => {
  const tenants = [await addTenant(installation, `lane${lane}a`), await addTenant(installation, `lane${lane}b`)] as const
  const places: Lane['places'] = [
    await placeOf(installation, server, tenants[0], true),
    await placeOf(installation, server, tenants[1], false),
  ]
  const database = new pg.Client({ connectionString: installation.adminUrl })
  await database.connect()
  let resets = 0
  const used = new Set<Side>([0, 1])
  const changed = new Set<Side>([0, 1])
  const reset = async (): Promise<void> => {
    for (const side of used) {
      const { tenantId } = tenants[side]
      resets += 1
      places[side].mark = `-q${lane}x${resets}z`
      const tenantWide = changed.has(side) ? tenantWideStart(tenantId) : ''
      await repeatOnDeadlock(() => database.query(`${tenantWide}\n${embedStart(tenantId, places[side].mark)}`))
    }
    used.clear()
    changed.clear()
  }
  await reset()
  return { places, used, changed, reset, close: () => database.end() }
}

export const marks = /-q\d+x\d+z/g

/** The result of a request: its failure code or its value. */
export type Outcome<T> = { code: null; value: T } | { code: string; value: null }

/** Repeats a request while the service responds 503. */
export const requestWithRetries = async <T>(call: () => Promise<T>, onRepeat: () => void): Promise<Outcome<T>> => {
  for (let repeat = 0; ; repeat++) {
    try {
      return { code: null, value: await call() }
    } catch (error) {
      if (!(error instanceof FacetFailure)) throw error
      if (error.status !== 503 || repeat === maxRepeats) return { code: error.code, value: null }
      onRepeat()
    }
  }
}
