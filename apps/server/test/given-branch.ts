import type { Action } from '@facet/contract'
import { markedName } from './given.ts'
import type { Actor, TestServer } from './server.ts'

/** The personal branch somebody gets by entering dev mode on another. */
export const enterDevMode = async ({ api, deploymentId }: Actor, parent = 'main', options: { fresh?: boolean } = {}): Promise<string> => {
  const { branchName } = await api.startDevMode({ params: { deploymentId }, body: { branchName: parent, ...options } })
  return branchName ?? ''
}

/** A shared branch with a name nobody else has. */
export const givenBranch = async (actor: Actor, from = 'main', options: { expiresInSeconds?: number } = {}): Promise<string> => {
  const name = markedName(actor)
  await actor.api.createBranch({ params: { deploymentId: actor.deploymentId }, body: { name, from, ...options } })
  return name
}

/** Somebody of the tenant whose one role holds these actions and no others. */
export const givenRole = async (server: TestServer, admin: Actor, actions: Action[]): Promise<Actor> => {
  const role = markedName(admin)
  const { query } = server.database()
  await query('insert into roles (tenant_id, name, actions) values ($1, $2, $3)', [admin.tenantId, role, actions])
  return server.colleague(admin, { role })
}
