import { auth } from './bench/auth.ts'
import { paging } from './bench/paging.ts'
import { idempotency } from './faults/idempotency.ts'
import { model } from './faults/model.ts'
import { postgresKill } from './faults/postgres-kill.ts'
import { restart } from './faults/restart.ts'
import { fuzz } from './security/fuzz.ts'
import { keys } from './security/keys.ts'
import { revoke } from './security/revoke.ts'
import { secrets } from './security/secrets.ts'
import type { Family, Trial } from './trial.ts'

/** Every trial by family; docs/quality.md explains each by name. */
export const trials: Record<Family, Trial[]> = {
  bench: [auth, paging],
  faults: [postgresKill, idempotency, restart, model],
  security: [fuzz, keys, revoke, secrets],
}
