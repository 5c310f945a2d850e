import type { Settings } from '../../../harness/installation.ts'
import type { RequestKind } from './requests.ts'
import type { Stage } from './stage.ts'

/** Requests without a pause, over this many connections. */
export type Busy = { kinds: RequestKind[]; connections: number; start?: () => Promise<void> | void; stop?: () => Promise<void> | void }

/** Requests of the quiet tenant besides minting, saving and reading. */
export type ExtraLoad = { kind: RequestKind; perSecond: number }

/** An attack by one tenant on another, and a well-behaved load of the same size, its twin. */
export type Scene = {
  name: string
  settings?: Settings
  /** A refusal that the attacker must receive. */
  limitedBy?: string
  /** Requests whose rate must stay near that of the twin. */
  rateOf?: string
  prepare: (stage: Stage) => Promise<{ twin: Busy; attack: Busy; also?: ExtraLoad[] }>
}
