import type { DeploymentAccess } from '#access'
import { type Db, inTransaction } from '#db'
import { listVariables, storeVariables } from '../src/domains/hosting/env-variables/env-variable-queries.ts'
import type { Actor, TestServer } from './server.ts'

type Variable = { name: string; value: string }

const inTenant = <T>(server: TestServer, { tenantId }: Actor, work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(server.services().pool, tenantId, 'read write', work)

const accessOf = ({ tenantId, deploymentId }: Actor): DeploymentAccess => ({ tenantId, deploymentId }) as DeploymentAccess

/** A variable put past the rules, as one from before there were any. */
export const givenOldVariable = (server: TestServer, owner: Actor, variable: Variable): Promise<void> =>
  inTenant(server, owner, (db) => storeVariables(db, server.services().keyRing, accessOf(owner), [variable]))

/** The variables as an engine would get them: no answer shows the secret ones. */
export const storedVariables = (server: TestServer, owner: Actor): Promise<Variable[]> =>
  inTenant(server, owner, (db) => listVariables(db, server.services().keyRing, accessOf(owner)))

export const setVariables = ({ api, deploymentId }: Actor, ...variables: Variable[]) =>
  api.setEnvVariables({ params: { deploymentId }, body: { env_variables: variables } })
