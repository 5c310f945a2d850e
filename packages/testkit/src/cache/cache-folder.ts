import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where what is fetched or made once is kept, outside the repository. */
export const cacheFolder = (): string =>
  process.env['FACET_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'facet')
