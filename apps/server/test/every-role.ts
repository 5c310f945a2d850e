import { expect } from 'vitest'
import { roleNames } from '#config'
import type { Services } from '#context'
import type { RunningRole } from '#process/api'
import { startRoles } from '#process/roles'
import type { RunningTasks } from '#process/tasks'
import { ownTemporal, workflowBundle } from './long-work.ts'

/** What a process needs to build models and to serve them: a Temporal, the engine and the dbt that tools/setup installed, every wall. */
export const everyRoleSettings = async (): Promise<Record<string, string>> => {
  const installed = Object.fromEntries(
    ['FACET_ENGINES_FOLDER', 'FACET_DBT_FOLDER'].map((name) => {
      const folder = process.env[name]
      if (!folder) throw new Error(`${name} is not set. Run tools/setup, and . tools/env.`)
      return [name, folder]
    }),
  )
  const { address, namespace } = await ownTemporal()
  return {
    FACET_TEMPORAL_ADDRESS: address,
    FACET_TEMPORAL_NAMESPACE: namespace,
    ...installed,
    FACET_SANDBOX: 'required',
    // The warehouses of tests.
    FACET_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  }
}

/** All that `facet serve` does, in the process of the test. */
export const startEveryRole = async (services: Services, tasks: RunningTasks): Promise<Omit<RunningRole, 'adminAddress'>> => {
  const { api, stop } = await startRoles(services, tasks, roleNames, { workflowBundle: await workflowBundle('product') })
  expect(api).not.toBeNull()
  return { address: api?.address ?? '', stop }
}
