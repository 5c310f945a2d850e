import { randomBytes } from 'node:crypto'
import { Failure } from '#failure'
import { fingerprintOf } from './fingerprint.ts'
import { objectKey } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'

// No tenant has this id, so a probe is never among anybody's objects.
const nobody = { tenantId: 0 }

const probe = async (store: Pick<ObjectStore, 'put' | 'get' | 'remove'>): Promise<void> => {
  const bytes = randomBytes(32)
  const { sha256 } = await fingerprintOf(bytes)
  const key = objectKey(nobody, { kind: 'probes', sha256 })
  await store.put(key, bytes)
  try {
    if ((await store.put(key, bytes)) !== 'exists')
      throw new Error('it overwrites an object that is there already. Facet needs a store that honours If-None-Match on a put.')
    await store.get(key, sha256)
  } finally {
    await store.remove([key])
  }
}

/** Names the place and what its answer was: an operator reads this, not a caller. */
export const checkStore = async (store: Pick<ObjectStore, 'put' | 'get' | 'remove'>, place: string): Promise<void> => {
  try {
    await probe(store)
  } catch (error) {
    const cause: unknown = error instanceof Failure && error.cause ? error.cause : error
    throw new Error(`${place}: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause: error })
  }
}
