import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgres } from '@facet/testkit/postgres'

/** A program of PostgreSQL beside the server or on PATH. */
export const findPostgresTool = async (name: string): Promise<string> => {
  const folders = [await findPostgres(), ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  if (!found)
    throw new Error(
      `${name} was not found and this trial needs it. Servers that npm packages carry come without it; install the PostgreSQL of your system (Debian: postgresql and postgresql-contrib) so that it lies beside postgres or on PATH.`,
    )
  return found
}
