import type { RoleName } from '#config'
import type { FunctionCalls } from '#db'
import type { EventKind } from '#kernel/event'
import type { Services } from './services.ts'

/** An event of the outbox, as whoever reacts to it sees it. `attempts` counts this one. */
export type OutboxEvent<Payload> = { tenantId: number; id: number; payload: Payload; attempts: number }

type React<Payload> = (event: OutboxEvent<Payload>, services: Services & { calls: FunctionCalls }, signal: AbortSignal) => Promise<void>

/** What is done about events of one kind. */
export type Reaction = {
  kind: string
  /** Processes of this role alone; left out, every process. The same for all reactions to one kind. */
  role?: RoleName
  react: React<unknown>
}

/**
 * A reaction is called at least once for each event, in the order of a subject's events, and again when it or another reaction to
 * the same event failed: what is done already must do no harm. `signal` comes when the process stops or the event was taken over.
 */
export const reactTo = <Payload extends object>(
  { kind }: EventKind<Payload>,
  react: React<Payload>,
  { role }: Pick<Reaction, 'role'> = {},
): Reaction => ({ kind, react: react as React<unknown>, ...(role ? { role } : {}) })
