import { randomBytes } from 'node:crypto'
import type { FacetProcess, Installation, Tenant } from '../../harness/installation.ts'
import { buildEnd } from '../../hosting/stage/deployments.ts'
import { addSyncDeployment, connectRepository, pushManifest, type SyncDeployment } from '../stage/projects.ts'
import { type StartedSync, startSync } from '../stage/syncs.ts'
import type { SyncStage } from '../stage/sync-stage.ts'

/** A tenant with a deployment of its own, and how to ask for syncs that all have something else to make. */
export type QueueTenant = SyncDeployment & {
  tenant: Tenant
  /** Prepares so many syncs; each of them starts when it is called. */
  prepare: (count: number) => Promise<(() => Promise<StartedSync>)[]>
}

type PrepareOne = (text: string) => Promise<() => Promise<StartedSync>>

/** Of a head of its own each: of the same one nothing would be made twice. */
const ofRepository = async (stage: SyncStage, deployment: SyncDeployment): Promise<PrepareOne> => {
  const repository = await connectRepository(stage, deployment)
  return async (text) => {
    await repository.change(text, {}, text)
    return () => startSync(deployment, { ref: text })
  }
}

const ofManifests =
  (deployment: SyncDeployment): PrepareOne =>
  async (text) => {
    const manifestId = await pushManifest(deployment, text)
    return () => startSync(deployment, { manifestId })
  }

const prepareAll =
  (prepareOne: PrepareOne): QueueTenant['prepare'] =>
  async (count) => {
    const prepared: (() => Promise<StartedSync>)[] = []
    for (let left = count; left > 0; left--) prepared.push(await prepareOne(`change-${randomBytes(4).toString('hex')}`))
    return prepared
  }

const addTenant = async (stage: SyncStage, server: FacetProcess, name: string, hasDbt: boolean): Promise<QueueTenant> => {
  const { installation } = stage
  const tenant = await installation.createTenant(name)
  const deployment = await addSyncDeployment(stage, installation.client(server, tenant), name)
  return { ...deployment, tenant, prepare: prepareAll(hasDbt ? await ofRepository(stage, deployment) : ofManifests(deployment)) }
}

/** One that asks for much, and some that ask for little. Their first builds are done: nothing else is to be waited for. */
export const addTenants = async (stage: SyncStage, server: FacetProcess, quietCount: number, hasDbt: boolean) => {
  const noisy = await addTenant(stage, server, 'noisy', hasDbt)
  const quiet: QueueTenant[] = []
  for (let made = 1; made <= quietCount; made++) quiet.push(await addTenant(stage, server, `quiet-${made}`, hasDbt))
  for (const each of [noisy, ...quiet]) await buildEnd(stage, each)
  return { noisy, quiet }
}

/** The same tenant at another process; its syncs are of pushed manifests. */
export const movedTo = ({ installation }: SyncStage, server: FacetProcess, { tenant, deploymentId }: QueueTenant): QueueTenant => {
  const deployment = { client: installation.client(server, tenant), deploymentId }
  return { ...deployment, tenant, prepare: prepareAll(ofManifests(deployment)) }
}

/** Forgets runs that are still open, for whoever comes next. */
export const removeOpenSyncs = ({ sql }: Pick<Installation, 'sql'>) => sql('delete from dbt_syncs where closed_at is null')
