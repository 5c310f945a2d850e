import { auth } from './bench/auth.ts'
import { paging } from './bench/paging.ts'
import { clock } from './faults/clock.ts'
import { idempotency } from './faults/idempotency.ts'
import { partitions } from './faults/partitions.ts'
import { postgresKill } from './faults/postgres-kill.ts'
import { restart } from './faults/restart.ts'
import { singleUse } from './faults/single-use.ts'
import { fuzz } from './security/fuzz.ts'
import { keys } from './security/keys.ts'
import { mint } from './security/mint.ts'
import { revoke } from './security/revoke.ts'
import { secrets } from './security/secrets.ts'
import { tokens } from './security/tokens.ts'
import type { Family, Trial } from './trial.ts'

/** Every trial by family; docs/quality.md explains each by name. */
export const trials: Record<Family, Trial[]> = {
  bench: [auth, paging],
  faults: [postgresKill, idempotency, restart, singleUse, clock, partitions],
  security: [fuzz, keys, revoke, secrets, tokens, mint],
}
