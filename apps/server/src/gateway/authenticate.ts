import { LRUCache } from 'lru-cache'
import {
  type Caller,
  type DataCaller as IssuedCaller,
  type DataTarget,
  type DeploymentToken,
  deploymentTokenKey,
  findDataCaller,
  type GuardedCache,
  isDataToken,
  tokenExpired,
} from '#access'
import { andThen } from './at-once.ts'
import { callerOfDeployment, callerOfFrame, callerOfIssued } from './contexts.ts'
import { tokenRefusals } from './refusals.ts'
import type { DataCaller, DataCredential } from './types.ts'

export type Credentials = {
  embedTokens: GuardedCache<Caller>
  deploymentTokens: GuardedCache<DeploymentToken>
  /** Tokens that were made here, beside those of embed sessions. */
  dataTokens: GuardedCache<IssuedCaller>
  contextOfGrant: (grant: NonNullable<Caller['embed']>) => object
}

/** Asks whose token it is; again whenever it matters, at the cost of looking into a map. With an address the caller may be anybody. */
export type FindCaller = (address?: string) => DataCaller | Promise<DataCaller>

// A word may stand before the token, whichever it is.
const headerForm = /^(?:[A-Za-z][A-Za-z0-9-]{0,31} +)?([\w-]{1,1024})\.([\w-]{1,65536})\.([\w-]{1,1024})$/

const kindIn = (header: string): DataCredential | null => {
  try {
    const parsed = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown> | null
    const { alg, typ } = parsed ?? {}
    if (isDataToken(`${header}.`)) return 'issued'
    if (typ !== undefined && typ !== 'JWT') return null
    if (alg === 'ES256') return 'embed'
    return alg === 'HS256' ? 'deployment' : null
  } catch {
    return null
  }
}

type ReadToken = { kind: DataCredential; token: string }

// Longer ones are read each time: what is kept of tokens nobody has verified yet must stay small.
const maxKeptLength = 4096

const requireCurrent = (caller: DataCaller, { tenantId, deploymentId, environmentId }: DataTarget): DataCaller => {
  if (caller.tenantId !== tenantId || caller.deploymentId !== deploymentId) throw tokenRefusals.elsewhere()
  if (caller.environmentId !== null && caller.environmentId !== environmentId) throw tokenRefusals.otherEnvironment()
  if (caller.endsAtMs !== null && caller.endsAtMs <= performance.now())
    throw caller.credential === 'embed' ? tokenExpired() : tokenRefusals.expired()
  return caller
}

/** Reads the token of a request once. Its header says only who is asked; that one verifies all of it. */
export const createAuthenticate = (credentials: Credentials): ((authorization: string | undefined, target: DataTarget) => FindCaller) => {
  const { embedTokens, deploymentTokens, dataTokens, contextOfGrant } = credentials
  const kinds = new LRUCache<string, DataCredential | 'none'>({ max: 1000 })
  // What a header says, not whether it is true: that is asked each time.
  const read = new LRUCache<string, ReadToken>({ max: 2000 })
  const frames = new WeakMap<Caller, DataCaller>()
  const owners = new WeakMap<DeploymentToken, DataCaller>()
  const holders = new WeakMap<IssuedCaller, DataCaller>()

  const kindOf = (header: string): DataCredential | null => {
    const known = kinds.get(header)
    if (known !== undefined) return known === 'none' ? null : known
    const kind = kindIn(header)
    kinds.set(header, kind ?? 'none')
    return kind
  }
  const readAnew = (authorization: string): ReadToken => {
    if (authorization.trim() === '') throw tokenRefusals.missing()
    const parts = headerForm.exec(authorization)
    const kind = parts?.[1] === undefined ? null : kindOf(parts[1])
    if (!parts || kind === null) throw tokenRefusals.malformed()
    const found = { kind, token: `${parts[1]}.${parts[2]}.${parts[3]}` }
    if (authorization.length <= maxKeptLength) read.set(authorization, found)
    return found
  }
  const ofFrame = (found: Caller | undefined): DataCaller => {
    const known = found && frames.get(found)
    if (known) return known
    const caller = found && callerOfFrame(found, contextOfGrant)
    if (!caller) throw tokenRefusals.unknown()
    frames.set(found, caller)
    return caller
  }
  const ofDeployment = (found: DeploymentToken | undefined, target: DataTarget): DataCaller => {
    if (!found) throw tokenRefusals.unknown()
    if (found.startsAtMs !== null && found.startsAtMs > performance.now()) throw tokenRefusals.early()
    const caller = owners.get(found) ?? callerOfDeployment(target, found)
    owners.set(found, caller)
    return caller
  }
  const ofIssued = (found: IssuedCaller | undefined): DataCaller => {
    if (!found) throw tokenRefusals.unknown()
    const caller = holders.get(found) ?? callerOfIssued(found)
    holders.set(found, caller)
    return caller
  }

  return (authorization, target) => {
    if (authorization === undefined) throw tokenRefusals.missing()
    const { kind, token } = read.get(authorization) ?? readAnew(authorization)
    const { tenantId, slug } = target
    const find: FindCaller = (address) => {
      if (kind === 'embed') return andThen(embedTokens.find(tenantId, token, address), ofFrame)
      if (kind === 'issued') return andThen(findDataCaller(dataTokens, tenantId, token, address), ofIssued)
      const key = deploymentTokenKey(slug, token)
      return andThen(deploymentTokens.find(tenantId, key, address), (found) => ofDeployment(found, target))
    }
    return (address) => andThen(find(address), (caller) => requireCurrent(caller, target))
  }
}
