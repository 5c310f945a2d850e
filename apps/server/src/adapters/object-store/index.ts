/** Objects that are written once and verified when read: in S3, or in a folder on one machine. */
import type { ObjectStoreConfig } from '#config'
import { leavingNoFolders } from '#kernel/folders'
import { probeFolders } from './check.ts'
import { createFolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'

export { fingerprintOf } from './fingerprint.ts'
export { createFolderStore }
export {
  type NumberedKey,
  numberedKey,
  numberOf,
  type ObjectKey,
  objectKey,
  type ObjectName,
  type ObjectScope,
  type ObjectPrefix,
  objectPrefix,
  storedObjectKey,
} from './object-key.ts'
export { ObjectCorrupt } from './object-corrupt.ts'
export { ObjectMissing } from './object-missing.ts'
export type { Fingerprint, ListedObject, NumberedObjects, ObjectCall, ObjectSource, ObjectStore } from './object-store.ts'
export { ObjectTooLarge } from './object-too-large.ts'
export { isStoreAway } from './location-problem.ts'

/** The SDK is loaded where it is used: an installation with a folder starts without it. */
export const openObjectStore = async (location: ObjectStoreConfig): Promise<ObjectStore> => {
  if (location.kind === 'folder') return createFolderStore(location.folder)
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(location)
}

/** Whether objects can be kept there; otherwise it throws what to change. */
export const checkObjectStore = async (location: ObjectStoreConfig): Promise<void> => {
  const store = await openObjectStore(location)
  try {
    await store.check()
  } finally {
    store.close()
  }
}

/** The same, for one who only looks: folders made for it go again, since the service may run as another user. */
export const tryObjectStore = (location: ObjectStoreConfig): Promise<void> =>
  leavingNoFolders(location.kind === 'folder' ? probeFolders(location.folder) : [], () => checkObjectStore(location))
