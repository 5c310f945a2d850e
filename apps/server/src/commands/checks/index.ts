/** What the service stands on, looked at by `facet doctor`, and by `facet serve` before it starts. */
import type { Config } from '#config'
import { certificateCheck } from './certificate.ts'
import type { Check } from './check.ts'
import { databaseCheck, schemaCheck } from './database.ts'
import { keysCheck } from './keys.ts'
import { ledgerCheck } from './ledger.ts'
import { childGroupsCheck, gitCheck, limiterCheck } from './programs.ts'
import { dataFolderCheck, objectStoreCheck } from './storage.ts'

export { type Check, examine, type Finding } from './check.ts'

export const checksOf = (config: Config): Check[] => [
  databaseCheck(config.databaseUrl),
  schemaCheck(config.databaseUrl),
  keysCheck(config),
  objectStoreCheck(config.objectStore),
  ledgerCheck(config),
  dataFolderCheck(config.dataFolder),
  limiterCheck(config.mode),
  ...(config.git.cgroup === null ? [] : [childGroupsCheck(config.git.cgroup)]),
  gitCheck,
  ...(config.tls ? [certificateCheck(config.tls)] : []),
]
