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
  type ObjectPlace,
  type ObjectPrefix,
  objectPrefix,
  storedObjectKey,
} from './object-key.ts'
export { ObjectCorrupt } from './object-corrupt.ts'
export { ObjectMissing } from './object-missing.ts'
export type { Fingerprint, ListedObject, NumberedObjects, ObjectCall, ObjectSource, ObjectStore } from './object-store.ts'
export { ObjectTooLarge } from './object-too-large.ts'
export { isStoreAway } from './place-problem.ts'

/** The SDK is loaded where it is used: an installation with a folder starts without it. */
export const openObjectStore = async (place: ObjectStoreConfig): Promise<ObjectStore> => {
  if (place.kind === 'folder') return createFolderStore(place.folder)
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(place)
}

/** Whether objects can be kept there; otherwise it throws what to change. */
export const checkObjectStore = async (place: ObjectStoreConfig): Promise<void> => {
  const store = await openObjectStore(place)
  try {
    await store.check()
  } finally {
    store.close()
  }
}

/** The same, for one who only looks: folders made for it go again, since the service may run as another user. */
export const tryObjectStore = (place: ObjectStoreConfig): Promise<void> =>
  leavingNoFolders(place.kind === 'folder' ? probeFolders(place.folder) : [], () => checkObjectStore(place))
