import type { createApiKey as contract } from '@facet/contract'
import { isAdministrator, newApiKeySecret, requireCaller, type CallerAccess } from '#access'
import { audited } from '#kernel/audit'
import type { Context, Handler } from '#context'
import { findOwnerActions } from '#domains/identity/service-accounts'
import { Failure } from '#kernel/failure'
import { lockMakerKey, insertKey, lockAndCountKeys } from './api-key-queries.ts'
import { expiryWithin, requireKnownOperations, requireOwnerWithin, scopeWithin } from './api-key-rules.ts'
import { apiKeyView } from './api-key-view.ts'
import { getVisibleKey, ownerReference } from './get-visible-key.ts'

const ownerOf = async ({ db, caller }: Context, access: CallerAccess, serviceAccountId: number | null | undefined): Promise<number> => {
  if (serviceAccountId == null || serviceAccountId === caller.principalId) return caller.principalId
  if (!isAdministrator(caller) || !caller.reach.isTenantWide)
    throw new Failure(
      'forbidden',
      'Only an administrator whose key reaches the whole tenant makes keys for a service account. Leave serviceAccountId out to make one of your own.',
    )
  const actions = await findOwnerActions(db, access, serviceAccountId)
  if (!actions) throw new Failure('owner_not_found', `Service account ${serviceAccountId} was not found.`)
  requireOwnerWithin(caller, actions)
  return serviceAccountId
}

const requireRoom = async ({ db, config }: Context, access: CallerAccess, principalId: number): Promise<void> => {
  const count = await lockAndCountKeys(db, access, principalId)
  if (count === undefined) throw new Failure('owner_not_found', `The owner ${principalId} of the new key is gone.`)
  if (count >= config.maxKeysPerOwner)
    throw new Failure(
      'api_key_limit',
      `The owner of the new key has ${count} API keys, and ${config.maxKeysPerOwner} are allowed. Delete some that are not used, expired ones too.`,
    )
}

export const createApiKey: Handler<typeof contract> = async ({ body }, context) => {
  const { db, caller } = context
  const access = requireCaller(context)
  requireKnownOperations(body)
  const scope = scopeWithin(caller, body)
  const expiresAt = expiryWithin(caller, body, Date.now())
  const principalId = await ownerOf(context, access, body.serviceAccountId)
  await requireRoom(context, access, principalId)
  // Processes hear of a deletion a moment later, and what a key made in that moment would outlive it unseen.
  if (!(await lockMakerKey(db, access))) throw new Failure('unauthenticated', 'The API key that was to make this one was deleted.')

  const { secret, ...kept } = newApiKeySecret()
  const { id } = await insertKey(db, access, {
    name: body.name,
    principalId,
    ...kept,
    scope,
    createdByKeyId: caller.credentialId,
    expiresAt,
  })
  const key = await getVisibleKey(db, access, id)
  return audited({ ...apiKeyView(key), secret }, [{ kind: 'api_key', id, did: 'created' }, ownerReference(key)])
}
