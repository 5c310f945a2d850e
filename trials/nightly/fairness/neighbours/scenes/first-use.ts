import { createHash } from 'node:crypto'
import type { RequestKind } from '../requests.ts'
import { headersOf, type TenantLoad, reading, type Stage } from '../stage.ts'

const count = 8000

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** New keys of the quiet tenant, each used once. */
export const givenKeys = async ({ installation, quiet }: Stage, mark: string): Promise<string[]> => {
  const keys = Array.from({ length: count }, (_, n) => `sk-${mark}-${n}-of-the-quiet-tenant`)
  await installation.sql(
    `insert into api_keys (tenant_id, principal_id, name, secret_hash, hint)
     select k.tenant_id, k.principal_id, 'trial', h.hash, '' from api_keys k, unnest($2::bytea[]) as h(hash)
     where k.tenant_id = $1 and k.secret_hash = $3`,
    [quiet.tenant.tenantId, keys.map(hashOf), hashOf(quiet.tenant.adminKey)],
  )
  return keys
}

/** New hosts of the quiet tenant. */
export const givenHosts = async ({ installation, quiet }: Stage): Promise<string[]> => {
  const hosts = Array.from({ length: count }, (_, n) => `quiet-${n}.test`)
  await installation.sql('insert into tenant_hosts (tenant_id, host) select $1, h from unnest($2::text[]) h', [
    quiet.tenant.tenantId,
    hosts,
  ])
  return hosts
}

const firstRead = (party: TenantLoad, headers: Record<string, string>, items: string[]): RequestKind => ({
  ...reading(party),
  name: 'firstUse',
  headers: headersOf(party, { 'x-forwarded-for': '192.0.2.1', ...headers }),
  items,
})

export const firstUse = (party: TenantLoad, keys: string[]): RequestKind => firstRead(party, { authorization: 'Bearer %item%' }, keys)

export const firstUseOfHost = (party: TenantLoad, hosts: string[]): RequestKind => firstRead(party, { 'x-forwarded-host': '%item%' }, hosts)
