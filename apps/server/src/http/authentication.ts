import { hash } from 'node:crypto'
import { apiKeyPrefix, type Caller, type GuardedCache, type Tenant, tokenExpired } from '#access'
import { Failure } from '#kernel/failure'

type Headers = { authorization?: string | undefined }

// Any of the words is accepted for every credential: clients of the reference use either.
const credentialForm = /^(?:bearer|api-key|embed-token)[ ]+([\x21-\x7e]{1,4096})$/i

// Header, payload and signature of a signed token.
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]+$/

type Credentials = { credentials: GuardedCache<Caller>; embedTokens: GuardedCache<Caller> }

const unauthenticated = (message: string): Failure => new Failure('unauthenticated', message)

const secretOf = (headers: Headers): string => {
  if (!headers.authorization) throw unauthenticated('No credential was sent. Send the header `Authorization: Bearer <API key>`.')
  const secret = credentialForm.exec(headers.authorization)?.[1]
  if (!secret) throw unauthenticated('The Authorization header is malformed. Send `Bearer <API key>` or `Api-Key <API key>`.')
  if (!secret.startsWith(apiKeyPrefix) && !tokenForm.test(secret))
    throw unauthenticated(`The credential is neither an API key of this service, which starts with ${apiKeyPrefix}, nor an embed token.`)
  return secret
}

const refusals = {
  key: 'The API key is unknown here: it was deleted, has expired, or belongs to another tenant.',
  token: 'This embed token was not issued for this tenant. Mint a new session and exchange it at the same host.',
}

const accepted = (caller: Caller | undefined, kind: keyof typeof refusals): Caller => {
  // The database's clock decided at load; this one only lets a cached entry end on time.
  const hasEnded = caller !== undefined && caller.endsAtMs !== null && caller.endsAtMs <= performance.now()
  if (hasEnded && kind === 'token') throw tokenExpired()
  if (!caller || hasEnded) throw unauthenticated(refusals[kind])
  return caller
}

/** Reads the credential of a request once. Whose it is can then be asked again whenever it matters, at the cost of looking into a map. */
export const callerFinder = (
  credentials: Credentials,
  tenant: Tenant,
  headers: Headers,
): ((address?: string) => Caller | Promise<Caller>) => {
  const secret = secretOf(headers)
  const [kind, cache, key] = secret.startsWith(apiKeyPrefix)
    ? (['key', credentials.credentials, hash('sha256', secret, 'base64')] as const)
    : (['token', credentials.embedTokens, secret] as const)
  return (address) => {
    const found = cache.find(tenant.id, key, address)
    return found instanceof Promise ? found.then((caller) => accepted(caller, kind)) : accepted(found, kind)
  }
}
