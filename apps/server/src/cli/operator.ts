import type { DatabaseConfig, OperatorConfig } from '#config/parts'
import { releaseDomain } from '#domains/hosting/deployments'
import { type AdminKey, createTenant, eachTenant, recoverAdmin } from '#domains/tenant/tenants'
import { rootKeysOf } from '#process/root-keys'
import { rotateEncryptionKey } from '#secrets'
import type { Options, Output } from './command.ts'
import { withProgress } from './progress.ts'
import { emailFrom, hostsFrom, nameFrom } from './tenant-options.ts'
import { withConnections, withDatabase } from './with-database.ts'

/** The command line refuses a call without it: one that comes here is a defect. */
const required = (options: Options, name: string): string => {
  const value = options[name]
  if (!value) throw new TypeError(`--${name} was not given.`)
  return value
}

const printKey = ({ isJson, say }: Output, { tenantId, secret }: AdminKey, more: { isNew?: boolean } = {}): void => {
  if (isJson) return say(JSON.stringify({ tenantId, adminKey: secret, ...more }))
  say(`administrator key, shown this once: ${secret}`)
}

export const createTenantCommand = async (config: OperatorConfig, options: Options, output: Output): Promise<void> => {
  const tenant = {
    name: nameFrom(required(options, 'name')),
    hosts: hostsFrom(required(options, 'host')),
    adminEmail: emailFrom('admin-email', required(options, 'admin-email')),
  }
  await withDatabase(config, output.progress, async (pool, calls) => printKey(output, await createTenant(pool, calls, tenant)))
}

export const listTenantsCommand = (config: DatabaseConfig, { isJson, say, progress }: Output): Promise<void> =>
  withConnections(config, progress, async (_, calls) => {
    for await (const { tenant_id: tenantId, tenant_name: name, hosts } of eachTenant(calls))
      say(isJson ? JSON.stringify({ tenantId, name, hosts }) : `${tenantId}\t${name}\t${hosts.join(',')}`)
  })

export const releaseDomainCommand = (config: OperatorConfig, options: Options, { isJson, say, progress }: Output): Promise<void> =>
  withDatabase(config, progress, async (pool, calls) => {
    const domain = required(options, 'domain')
    const { tenantId, deploymentId } = await releaseDomain(pool, calls, domain)
    if (isJson) say(JSON.stringify({ domain, tenantId, deploymentId }))
    else say(`${domain} was taken from deployment ${deploymentId} of tenant ${tenantId}; the next deployment that names it gets it`)
  })

export const recoverAdminCommand = (config: OperatorConfig, options: Options, output: Output): Promise<void> =>
  withDatabase(config, output.progress, async (pool, calls) => {
    const tenant = required(options, 'tenant')
    const email = emailFrom('email', required(options, 'email'))
    const { isNew, ...made } = await recoverAdmin(pool, calls, { tenant, email, isCreating: options['create'] === 'true' })
    if (isNew && !output.isJson) output.say(`${email} is new in tenant ${tenant}, and an administrator of it`)
    printKey(output, made, { isNew })
  })

const pauseMs = 500

export const rotateEncryptionKeyCommand = (config: OperatorConfig, { isJson, say, progress }: Output): Promise<void> =>
  withDatabase(config, progress, async (_, calls) => {
    let step = 'looking at the encryption keys'
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
    const rotate = () =>
      rotateEncryptionKey(calls, rootKeysOf(config), isJson ? () => undefined : say, pause, (next) => {
        step = next
      })
    const rotated = await withProgress(progress, () => step, rotate)
    if (isJson) say(JSON.stringify(rotated))
  })
