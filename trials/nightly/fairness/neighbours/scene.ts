import type { Settings } from '../../../harness/installation.ts'
import type { RequestKind } from './requests.ts'
import type { Stage } from './stage.ts'
import type { Wall } from './walls.ts'

/** Requests without a pause over so many connections. */
export type Busy = { kinds: RequestKind[]; connections: number; start?: () => Promise<void> | void; stop?: () => Promise<void> | void }

/** What the quiet one does in this scene beside minting, saving and reading, which it always does. */
export type ExtraLoad = { kind: RequestKind; perSecond: number }

/** One thing a tenant can do to another, and a well-behaved twin of it that is as busy. */
export type Scene = {
  name: string
  /** Without which of the walls it must be seen to hurt. */
  walls: Wall[]
  settings?: Settings
  /** What the attacker must be seen to be told. */
  limitedBy?: string
  /** What the neighbour itself must still get done, compared with the rate of its twin. */
  rateOf?: string
  prepare: (stage: Stage) => Promise<{ twin: Busy; attack: Busy; also?: ExtraLoad[] }>
}
