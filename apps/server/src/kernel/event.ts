/** Something that happened in a tenant and that others react to: what it is called, and about which subject one of them tells. */
export type EventKind<Payload extends object> = {
  /** `<noun>.<what happened to it>`, such as `embed_tenant.removed`: in rows, so it never changes. */
  readonly kind: string
  readonly subjectOf: (payload: Payload) => string
  /** Nothing reacts to it in this build: it stays in the outbox for a later one that does. */
  readonly isKept: boolean
}

/** Events of one subject are reacted to in the order in which they were published. */
export const defineEvent = <Payload extends object>(
  kind: string,
  subjectOf: (payload: Payload) => string,
  { isKept = false } = {},
): EventKind<Payload> => ({ kind, subjectOf, isKept })
