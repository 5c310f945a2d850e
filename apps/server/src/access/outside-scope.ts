import { Failure } from '#kernel/failure'

const outside = (message: string): Failure => new Failure('outside_key_scope', message)

export const outsideOperations = (operationId: string): Failure => outside(`This API key is not scoped for ${operationId}.`)

export const outsideOrigins = (origin: string): Failure => outside(`This API key may not be used from ${origin}.`)

export const outsideTenant = (operationId: string): Failure =>
  outside(
    `This API key is scoped to deployments or embed tenants, and ${operationId} acts on more than those. Use a key that is not scoped, or one with tenantWide.`,
  )

export const outsideDeployments = (deploymentId: number | string): Failure =>
  outside(`This API key is not scoped for deployment ${deploymentId}: it names other deployments, or embed tenants only.`)

export const outsideEmbedTenants = (name: string): Failure =>
  outside(`This API key is not scoped for embed tenant "${name}": it names other embed tenants, or deployments only.`)

/** An embed token has no scope that somebody could change: it is of one session, and that is of one deployment. */
export const outsideSession = (deploymentId: number | string): Failure =>
  new Failure(
    'forbidden',
    `This embed token is of a session for another deployment than ${deploymentId}. Mint a session for that deployment and exchange it.`,
  )
