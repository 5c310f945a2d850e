import { checkObjectStore, isStoreAway, tryObjectStore } from '#adapters/object-store'
import type { ObjectStoreConfig } from '#config'
import { isDiskFull } from '#kernel/folders'
import { type Check, TransientProblem } from '#kernel/check'

/** Reads, revocations and embedding go on without room on the disk, or a store that does not answer. */
const asTransient = (error: unknown): unknown =>
  error instanceof Error && (isStoreAway(error.cause) || isDiskFull(error.cause)) ? new TransientProblem(error) : error

/** `isServing`: by the service itself, whose folders may stay. */
export type StorageOptions = { isServing: boolean }

export const objectStoreCheck = (location: ObjectStoreConfig, { isServing }: StorageOptions): Check => ({
  name: 'object store',
  run: async () => {
    await (isServing ? checkObjectStore : tryObjectStore)(location).catch((error: unknown) => {
      throw asTransient(error)
    })
    return location.kind === 'folder'
      ? `the folder ${location.folder} takes objects`
      : `s3://${location.bucket} takes objects, and each but once`
  },
})
