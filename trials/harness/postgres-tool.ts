import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgres } from '@facet/testkit/postgres'

/** Finds a PostgreSQL program beside the server or on PATH. */
export const findPostgresTool = async (name: string): Promise<string> => {
  const folders = [await findPostgres(), ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  if (!found)
    throw new Error(
      `${name} was not found. Install the PostgreSQL of your system (Debian: postgresql and postgresql-contrib): servers in npm packages lack it.`,
    )
  return found
}
