import type { DatabaseConfig, OperatorConfig } from '#config-parts'
import { releaseDomain } from '#domains/hosting/deployments'
import { createTenant, eachTenant, recoverAdmin } from '#domains/tenant/tenants'
import { rootKeysOf } from '#roles/services'
import { rotateEncryptionKey } from '#secrets'
import { type Options, type Say, withConnections, withDatabase } from './with-database.ts'

const required = (options: Options, name: string, example: string): string => {
  const value = options[name]
  if (!value) throw new Error(`--${name} is missing, such as --${name} ${example}`)
  return value
}

const printKey = (say: Say, json: boolean, made: { tenantId: number; secret: string }): void => {
  if (json) return say(JSON.stringify({ tenantId: made.tenantId, adminKey: made.secret }))
  say(`administrator key, shown this once: ${made.secret}`)
}

export const createTenantCommand = (config: OperatorConfig, options: Options, json: boolean, say: Say): Promise<void> =>
  withDatabase(config, async (pool, calls) => {
    const tenant = {
      name: required(options, 'name', 'acme'),
      hosts: required(options, 'host', 'acme.example.com').split(','),
      adminEmail: required(options, 'admin-email', 'ada@example.com'),
    }
    printKey(say, json, await createTenant(pool, calls, tenant))
  })

export const listTenantsCommand = (config: DatabaseConfig, say: Say): Promise<void> =>
  withConnections(config, async (_, calls) => {
    for await (const tenant of eachTenant(calls)) say(`${tenant.tenant_id}\t${tenant.tenant_name}\t${tenant.hosts.join(',')}`)
  })

export const releaseDomainCommand = (config: OperatorConfig, options: Options, say: Say): Promise<void> =>
  withDatabase(config, async (pool, calls) => {
    const domain = required(options, 'domain', 'data.example.com')
    const { tenantId, deploymentId } = await releaseDomain(pool, calls, domain)
    say(`${domain} was taken from deployment ${deploymentId} of tenant ${tenantId}; whoever names it next has it`)
  })

export const recoverAdminCommand = (config: OperatorConfig, options: Options, json: boolean, say: Say): Promise<void> =>
  withDatabase(config, async (pool, calls) => {
    const tenant = required(options, 'tenant', 'acme')
    const email = required(options, 'email', 'ada@example.com')
    const { isNew, ...made } = await recoverAdmin(pool, calls, { tenant, email, isCreating: options['create'] === 'true' })
    if (isNew && !json) say(`${email} is new in tenant ${tenant}, and an administrator of it`)
    printKey(say, json, made)
  })

const pauseMs = 500

export const rotateEncryptionKeyCommand = (config: OperatorConfig, say: Say): Promise<void> =>
  withDatabase(config, (_, calls) =>
    rotateEncryptionKey(calls, rootKeysOf(config), say, () => new Promise((resolve) => setTimeout(resolve, pauseMs))),
  )
