import { checkObjectStore, isStoreAway } from '#adapters/object-store'
import { checkDataFolder } from '#authoring'
import type { Config } from '#config'
import { userName } from '#system-errors'
import { type Check, TransientProblem } from './check.ts'

export const objectStoreCheck = (place: Config['objectStore']): Check => ({
  name: 'object store',
  look: async () => {
    try {
      await checkObjectStore(place)
    } catch (error) {
      throw error instanceof Error && isStoreAway(error.cause) ? new TransientProblem(error) : error
    }
    return place.kind === 'folder' ? `the folder ${place.folder} takes objects` : `s3://${place.bucket} takes objects, and each but once`
  },
})

export const dataFolderCheck = (dataFolder: string): Check => ({
  name: 'data folder',
  look: async () => {
    await checkDataFolder(dataFolder)
    return `the user "${userName()}" can write to ${dataFolder}`
  },
})
