import { type ApiKeyScope, type CreateApiKeyInput, operations, type Preset, presetIncludes } from '@facet/contract'
import type { Caller } from '#access'
import { Failure } from '#kernel/failure'
import { instantOf } from '#kernel/instant'

const exceeds = (what: string): Failure =>
  new Failure(
    'key_exceeds_creator',
    `The new key would ${what}, which the credential that makes it may not. Ask for less, or use a credential that holds it.`,
  )

/** A list of the new key must lie within the maker's; left out, it is the maker's. Null is no limit. */
const within = (
  wanted: readonly (string | number)[] | null | undefined,
  held: readonly (string | number)[] | null | undefined,
  what: string,
) => {
  if (!held) return wanted ?? null
  if (!wanted) return held
  if (wanted.some((item) => !held.includes(item))) throw exceeds(what)
  return wanted
}

const operationsOfPreset = (preset: Preset): string[] =>
  Object.values(operations)
    .filter((operation) => presetIncludes(preset, operation))
    .map((operation) => operation.id)

/** A maker that is held by a preset hands it on; another preset is fine only where it holds nothing more. */
const presetWithin = (wanted: ApiKeyScope['preset'], held: ApiKeyScope['preset']): Preset | null => {
  if (!held) return wanted ?? null
  if (!wanted || wanted === held) return held
  const heldOperations = new Set(operationsOfPreset(held))
  if (operationsOfPreset(wanted).some((id) => !heldOperations.has(id))) throw exceeds(`take the preset ${wanted}`)
  return wanted
}

/** The scope a new key gets: what was asked for, never more than the maker's own. */
export const scopeWithin = (caller: Caller, input: CreateApiKeyInput): ApiKeyScope => {
  const held = caller.scope
  const deploymentIds = within(input.deploymentIds, held.deploymentIds, 'reach further deployments') as number[] | null
  const embedTenants = within(input.embedTenants, held.embedTenants, 'reach further embed tenants') as string[] | null
  if (input.tenantWide && !caller.reach.isTenantWide) throw exceeds('reach the whole tenant')
  // Given with what the maker names, it goes with that; whoever narrows the one says whether the other is still meant.
  const isSame = deploymentIds === (held.deploymentIds ?? null) && embedTenants === (held.embedTenants ?? null)
  const scope: ApiKeyScope = {
    deploymentIds,
    preset: presetWithin(input.preset, held.preset),
    operations: within(input.operations, held.operations, 'call further operations') as string[] | null,
    embedTenants,
    origins: within(input.origins, held.origins, 'be used from further origins') as string[] | null,
    tenantWide: input.tenantWide ?? (isSame ? (held.tenantWide ?? null) : null),
  }
  return Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== null))
}

export const requireKnownOperations = (input: CreateApiKeyInput): void => {
  const unknown = input.operations?.find((id) => !Object.hasOwn(operations, id))
  if (unknown !== undefined)
    throw new Failure('invalid_request', `There is no operation "${unknown}". GET /api/v1/spec lists every operationId.`, {
      errors: [{ pointer: '/body/operations', message: `${unknown} is not an operation.` }],
    })
}

/** A key never outlives the one that makes it. */
export const expiryWithin = (caller: Caller, input: CreateApiKeyInput, nowMs: number): Date | null => {
  const wanted = input.expiresAt ? instantOf('/body/expiresAt', input.expiresAt) : null
  if (wanted && wanted.getTime() <= nowMs)
    throw new Failure('invalid_request', `expiresAt ${input.expiresAt} has passed already.`, {
      errors: [{ pointer: '/body/expiresAt', message: 'must be in the future.' }],
    })
  if (caller.expiresAtMs === null) return wanted
  if (!wanted) return new Date(caller.expiresAtMs)
  if (wanted.getTime() > caller.expiresAtMs) throw exceeds('live longer')
  return wanted
}

/** Actions of another owner must be among the maker's own, over the whole tenant. */
export const requireOwnerWithin = (caller: Caller, ownerActions: string[]): void => {
  const held = new Set(caller.grants.filter((grant) => grant.deploymentIds === null).flatMap((grant) => grant.actions))
  if (held.has('All')) return
  if (ownerActions.some((action) => !held.has(action))) throw exceeds('act for an owner with more rights')
}
