import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ObjectStoreConfig } from '#config'
import { SettingProblem } from '#kernel/system-errors'
import { fingerprintOf } from './fingerprint.ts'
import { objectKey } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'
import { overwritingProblem, locationProblem } from './location-problem.ts'

type Probed = Pick<ObjectStore, 'put' | 'get' | 'remove'>

// No tenant has this id, so a probe is never among anybody's objects.
const nobody = { tenantId: 0 }

/** The folders that a probe makes in a store that is a folder. */
export const probeFolders = (folder: string): string[] => [join(folder, 'incoming'), join(folder, 'tenants/0/probes')]

const probe = async (store: Probed, location: ObjectStoreConfig): Promise<void> => {
  const bytes = randomBytes(32)
  const { sha256 } = await fingerprintOf(bytes)
  const key = objectKey(nobody, { kind: 'probes', sha256 })
  await store.put(key, bytes)
  try {
    if ((await store.put(key, bytes)) !== 'exists') throw overwritingProblem(location)
    await store.get(key, sha256)
  } finally {
    await store.remove([key])
  }
}

/** An operator reads this, not a caller: it says which setting names the place, why that cannot be used, and what to do. */
export const checkStore = async (store: Probed, location: ObjectStoreConfig): Promise<void> => {
  try {
    await probe(store, location)
  } catch (error) {
    throw error instanceof SettingProblem ? error : locationProblem(location, error)
  }
}
