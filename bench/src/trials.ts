import { auth } from './bench/auth.ts'
import { commit } from './bench/commit.ts'
import { exchange } from './bench/exchange.ts'
import { mint } from './bench/mint.ts'
import { open } from './bench/open.ts'
import { paging } from './bench/paging.ts'
import { purge } from './bench/purge.ts'
import { tree } from './bench/tree.ts'
import { authoringFleet } from './faults/authoring-fleet.ts'
import { authoringKill } from './faults/authoring-kill.ts'
import { clock } from './faults/clock.ts'
import { fencing } from './faults/fencing.ts'
import { idempotency } from './faults/idempotency.ts'
import { objectStore } from './faults/object-store.ts'
import { neighbours } from './faults/neighbours.ts'
import { partitions } from './faults/partitions.ts'
import { model } from './faults/model.ts'
import { postgresFreeze } from './faults/postgres-freeze.ts'
import { postgresKill } from './faults/postgres-kill.ts'
import { restart } from './faults/restart.ts'
import { singleUse } from './faults/single-use.ts'
import { fuzz } from './security/fuzz.ts'
import { keys } from './security/keys.ts'
import { mint as mintCredentials } from './security/mint.ts'
import { paths } from './security/paths.ts'
import { restore } from './security/restore.ts'
import { repositories } from './security/repositories.ts'
import { revoke } from './security/revoke.ts'
import { secrets } from './security/secrets.ts'
import { tokens } from './security/tokens.ts'
import { urls } from './security/urls.ts'
import type { Family, Trial } from './trial.ts'

/** Every trial by family; docs/quality.md explains each by name. */
export const trials: Record<Family, Trial[]> = {
  bench: [auth, paging, mint, exchange, purge, commit, tree, open],
  faults: [
    postgresKill,
    postgresFreeze,
    idempotency,
    restart,
    singleUse,
    clock,
    partitions,
    model,
    authoringKill,
    fencing,
    objectStore,
    authoringFleet,
    neighbours,
  ],
  security: [fuzz, keys, revoke, restore, secrets, tokens, mintCredentials, urls, paths, repositories],
}
