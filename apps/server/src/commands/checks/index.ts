/** What the service stands on, looked at by `facet doctor`, and by `facet serve` before it starts. */
import type { Config } from '#config'
import { certificateCheck } from './certificate.ts'
import type { Check } from './check.ts'
import { databaseCheck, schemaCheck } from './database.ts'
import { keysCheck } from './keys.ts'
import { ledgerCheck } from './ledger.ts'
import { childGroupsCheck, gitCheck, limiterCheck } from './programs.ts'
import { dataFolderCheck, objectStoreCheck, type StorageOptions } from './storage.ts'

export { type Check, type Finding, runChecks } from './check.ts'

export const checksOf = (config: Config, options: StorageOptions): Check[] => [
  databaseCheck(config.databaseUrl),
  schemaCheck(config.databaseUrl),
  keysCheck(config),
  objectStoreCheck(config.objectStore, options),
  ledgerCheck(config),
  dataFolderCheck(config.dataFolder, options),
  limiterCheck(config.mode),
  ...(config.git.cgroup === null ? [] : [childGroupsCheck(config.git.cgroup)]),
  gitCheck,
  ...(config.tls ? [certificateCheck(config.tls)] : []),
]
