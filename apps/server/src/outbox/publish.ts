import { type Db, sql } from '#db'
import type { EventKind } from '#kernel/event'

/**
 * Puts an event into the outbox in the transaction of what it tells about: both commit, or neither. Those who publish about the same subject
 * wait for each other, so that the order of ids is the order of commits; whoever publishes about several does so in one order.
 */
export const publish = async <Payload extends object>(
  db: Db,
  { tenantId }: { readonly tenantId: number },
  event: EventKind<Payload>,
  payload: Payload,
): Promise<void> => {
  const subject = event.subjectOf(payload)
  await sql`with turn as materialized (select pg_advisory_xact_lock(hashtextextended('event ' || ${subject}::text, ${tenantId}::bigint)))
    insert into outbox_events (tenant_id, kind, subject, payload)
    select ${tenantId}::bigint, ${event.kind}, ${subject}, ${JSON.stringify(payload)}::jsonb from turn`.execute(db)
}

/**
 * Many at once, by whoever has just changed the rows they are about: those rows keep others from publishing about the same subjects, and a
 * lock for each would be more than a database has.
 */
export const publishMany = async <Payload extends object>(
  db: Db,
  { tenantId }: { readonly tenantId: number },
  event: EventKind<Payload>,
  payloads: readonly Payload[],
): Promise<void> => {
  const subjects = payloads.map((payload) => event.subjectOf(payload))
  const documents = payloads.map((payload) => JSON.stringify(payload))
  await sql`insert into outbox_events (tenant_id, kind, subject, payload)
    select ${tenantId}::bigint, ${event.kind}, e.subject, e.document::jsonb
    from unnest(${subjects}::text[], ${documents}::text[]) as e (subject, document)`.execute(db)
}
