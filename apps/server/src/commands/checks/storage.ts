import { checkObjectStore, isStoreAway, tryObjectStore } from '#adapters/object-store'
import { checkDataFolder, tryDataFolder } from '#authoring'
import type { Config } from '#config'
import { isDiskFull } from '#folders'
import { userName } from '#system-errors'
import { type Check, TransientProblem } from './check.ts'

/** Reads, revocations and embedding go on without room on the disk, or a store that does not answer. */
const asTransient = (error: unknown): unknown =>
  error instanceof Error && (isStoreAway(error.cause) || isDiskFull(error.cause)) ? new TransientProblem(error) : error

/** `isServing`: by the service itself, whose folders may stay. */
export type StorageOptions = { isServing: boolean }

export const objectStoreCheck = (place: Config['objectStore'], { isServing }: StorageOptions): Check => ({
  name: 'object store',
  run: async () => {
    await (isServing ? checkObjectStore : tryObjectStore)(place).catch((error: unknown) => {
      throw asTransient(error)
    })
    return place.kind === 'folder' ? `the folder ${place.folder} takes objects` : `s3://${place.bucket} takes objects, and each but once`
  },
})

export const dataFolderCheck = (dataFolder: string, { isServing }: StorageOptions): Check => ({
  name: 'data folder',
  run: async () => {
    await (isServing ? checkDataFolder : tryDataFolder)(dataFolder).catch((error: unknown) => {
      throw asTransient(error)
    })
    return `the user "${userName()}" can write to ${dataFolder}`
  },
})
