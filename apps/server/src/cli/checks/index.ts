/** What the service stands on, looked at by `facet doctor`, and by `facet serve` before it starts. */
import type { RoleName } from '#config'
import type { Config } from '#context'
import type { Check } from '#kernel/check'
import { areas } from '#process/generated/areas'
import { certificateCheck } from './certificate.ts'
import { databaseCheck, schemaCheck } from './database.ts'
import { enginesCheck } from './engines.ts'
import { eventsCheck } from './events.ts'
import { keysCheck } from './keys.ts'
import { ledgerCheck } from './ledger.ts'
import { longWorkCheck, workerLibraryCheck } from './long-work.ts'
import { sandboxCheck } from './sandbox.ts'
import { objectStoreCheck } from './storage.ts'

export { runChecks } from './check.ts'

/** `isServing`: by the service itself, whose folders may stay. `roles`: of the process; what others need is not looked at. */
type Options = { isServing: boolean; roles: readonly RoleName[] }

export const checksOf = (config: Config, options: Options): Check[] => [
  databaseCheck(config.databaseUrl),
  schemaCheck(config.databaseUrl),
  keysCheck(config),
  objectStoreCheck(config.objectStore, options),
  ledgerCheck(config),
  eventsCheck(config),
  longWorkCheck(config.temporal, { isWorker: options.roles.includes('worker') }),
  ...(options.roles.includes('worker') ? [workerLibraryCheck()] : []),
  ...areas.flatMap(({ checks }) => checks?.(config, options) ?? []),
  // A service that needs every wall raises them itself before it serves; trying them twice takes as long as all the rest.
  ...(options.isServing && config.sandbox === 'required' ? [] : [sandboxCheck(config)]),
  ...(options.roles.some((role) => role === 'worker' || role === 'engine') ? [enginesCheck(config)] : []),
  ...(config.tls ? [certificateCheck(config.tls)] : []),
]
