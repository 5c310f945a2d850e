import { hash } from 'node:crypto'
import type { OperationShape } from '@facet/contract'
import { apiKeyPrefix, type Caller, type GuardedCache, isInOperationScope, reachesTenant, type Tenant } from '#access'
import { Failure } from '#failure'

type Headers = { authorization?: string | undefined; origin?: string | undefined }

// Both words are accepted for every credential: clients of the reference use either.
const credentialForm = /^(?:bearer|api-key)[ ]+([\x21-\x7e]{1,4096})$/i

const unauthenticated = (message: string): Failure => new Failure('unauthenticated', message)

const secretOf = (headers: Headers): string => {
  if (!headers.authorization) throw unauthenticated('No credential was sent. Send the header `Authorization: Bearer <API key>`.')
  const secret = credentialForm.exec(headers.authorization)?.[1]
  if (!secret) throw unauthenticated('The Authorization header is malformed. Send `Bearer <API key>` or `Api-Key <API key>`.')
  if (!secret.startsWith(apiKeyPrefix))
    throw unauthenticated(`The credential is not an API key of this service: those start with ${apiKeyPrefix}.`)
  return secret
}

const accepted = (caller: Caller | undefined): Caller => {
  // The database's clock decided at load; this one only lets a cached entry end on time.
  if (!caller || (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now()))
    throw unauthenticated('The API key is unknown here: it was deleted, has expired, or belongs to another tenant.')
  return caller
}

export const findCaller = (credentials: GuardedCache<Caller>, tenant: Tenant, headers: Headers): Caller | Promise<Caller> => {
  const found = credentials.find(tenant.id, hash('sha256', secretOf(headers), 'base64'))
  return found instanceof Promise ? found.then(accepted) : accepted(found)
}

/** What the key's scope says before anything is looked at: operation, origin, and whether the route is wider than the key. */
export const requireScope = (caller: Caller, operation: OperationShape, headers: Headers): void => {
  const { scope } = caller
  if (!isInOperationScope(scope, operation)) throw new Failure('outside_key_scope', `This API key is not scoped for ${operation.id}.`)
  if (operation.reach === 'tenant' && !reachesTenant(scope))
    throw new Failure(
      'outside_key_scope',
      `This API key is scoped to deployments; ${operation.id} acts on the whole tenant. Use a key with tenantWide.`,
    )
  if (scope.origins && headers.origin !== undefined && !scope.origins.includes(headers.origin))
    throw new Failure('outside_key_scope', `This API key may not be used from ${headers.origin}.`)
}
