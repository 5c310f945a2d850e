import { type ObjectKey, type ObjectStore, storedObjectKey } from '#adapters/object-store'
import type { FunctionCalls } from '#db'

const batch = 200

type Claimed = { tenant_id: number; key: string }

/** Removes objects that nobody refers to and whose time is over; gives how many. Claimed first, so that nobody comes to refer to one meanwhile. */
export const collectObjects = async (calls: FunctionCalls, store: ObjectStore, signal?: AbortSignal): Promise<number> => {
  const claimed = await calls.call<Claimed>(
    'claim-unreferenced-objects',
    'select tenant_id, key from facet_claim_unreferenced_objects($1)',
    [batch],
  )
  if (claimed.length === 0) return 0
  await store.remove(
    claimed.map(({ tenant_id: tenantId, key }): ObjectKey => storedObjectKey({ tenantId }, key)),
    signal ? { signal } : {},
  )
  await calls.call('forget-unreferenced-objects', 'select facet_forget_unreferenced_objects($1, $2)', [
    claimed.map(({ tenant_id }) => tenant_id),
    claimed.map(({ key }) => key),
  ])
  return claimed.length
}

export const removeExpiredUploads = (calls: FunctionCalls): Promise<unknown> =>
  calls.call('forget-uploads', 'select facet_forget_uploads($1)', [batch])
