import type { Remotes } from '#adapters/git'
import type { Effect, ShortTransaction } from '#db'
import type { Repositories } from '../repositories/index.ts'
import type { KeyRing } from '#secrets'

/** What looking at a remote needs of whoever does it: an operation, or the node by itself. */
export type RemoteContext = { signal: AbortSignal; read: ShortTransaction; repositories: Repositories; remotes: Remotes; keyRing: KeyRing }

/** Why this process may not act on the database right now; null if it may. */
export type ServingProblem = () => Promise<string | null>

export type PushingContext = RemoteContext & { effect: Effect; servingProblem: ServingProblem }
