import { expect } from 'vitest'
import { roleNames } from '#config'
import type { Services } from '#context'
import type { RunningRole } from '#process/api'
import { startRoles } from '#process/roles'
import type { RunningTasks } from '#process/tasks'
import { ownTemporal, workflowBundle } from './long-work.ts'

/** What a process needs to build models and to serve them: a Temporal, the engine that tools/setup installed, every wall. */
export const everyRoleSettings = async (): Promise<Record<string, string>> => {
  const enginesFolder = process.env['FACET_ENGINES_FOLDER']
  if (!enginesFolder) throw new Error('FACET_ENGINES_FOLDER is not set. Run tools/setup, and . tools/env.')
  const { address, namespace } = await ownTemporal()
  return {
    FACET_TEMPORAL_ADDRESS: address,
    FACET_TEMPORAL_NAMESPACE: namespace,
    FACET_ENGINES_FOLDER: enginesFolder,
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
