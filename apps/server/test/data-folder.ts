import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

/** One folder for each database, so that servers which share it share their objects too. */
export const dataFolderOf = (databaseUrl: string): string => join(inject('dataFolder'), new URL(databaseUrl).pathname.slice(1))

/** Nothing is made until a server puts something there. */
export const dataSettings = (databaseUrl: string): Record<string, string> => ({
  FACET_DATA_FOLDER: dataFolderOf(databaseUrl),
  FACET_OBJECT_STORE: pathToFileURL(join(dataFolderOf(databaseUrl), 'objects')).href,
})

export const removeDataFolder = (databaseUrl: string): Promise<void> => rm(dataFolderOf(databaseUrl), { recursive: true, force: true })
