import type { DatabaseConfig, OperatorConfig } from '#config/parts'
import { type DeadEvent, listDeadEvents, retryDeadEvents } from '#outbox'
import { type Options, type Output, UsageError } from './command.ts'
import { withConnections, withDatabase } from './with-database.ts'

const pageSize = 100

const idFrom = (options: Options, name: string): number | undefined => {
  const text = options[name]
  if (text === undefined) return undefined
  const id = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id))
    throw new UsageError(`--${name}: "${text}" is not the id of an event. facet events list shows them.`)
  return id
}

const jsonOf = (event: DeadEvent): string =>
  JSON.stringify({
    id: event.id,
    tenantId: event.tenant_id,
    tenant: event.tenant_name,
    kind: event.kind,
    subject: event.subject,
    attempts: event.attempts,
    createdAt: event.created_at,
    deadAt: event.dead_at,
    lastError: event.last_error,
    waitingBehind: event.waiting_behind,
  })

const lineOf = (event: DeadEvent): string =>
  [
    event.id,
    event.tenant_name,
    event.kind,
    event.subject,
    `${event.attempts} attempts`,
    `dead since ${event.dead_at.toISOString()}`,
    `${event.waiting_behind} behind it`,
    event.last_error ?? '',
  ].join('\t')

/** A page of the dead events of all tenants. */
export const listEventsCommand = (config: DatabaseConfig, options: Options, { isJson, say, progress }: Output): Promise<void> => {
  const afterId = idFrom(options, 'after') ?? 0
  return withConnections(config, progress, async (_, calls) => {
    const found = await listDeadEvents(calls, afterId, pageSize + 1)
    const page = found.slice(0, pageSize)
    for (const event of page) say(isJson ? jsonOf(event) : lineOf(event))
    if (found.length > page.length) progress(`there are more: facet events list --after ${page.at(-1)?.id}`)
    if (found.length === 0 && !isJson) say(afterId === 0 ? 'no event is dead' : `no event behind ${afterId} is dead`)
  })
}

export const retryEventsCommand = (config: OperatorConfig, options: Options, { isJson, say, progress }: Output): Promise<void> => {
  const id = idFrom(options, 'id') ?? null
  return withDatabase(config, progress, async (_, calls) => {
    const retried = await retryDeadEvents(calls, id)
    if (id !== null && retried === 0)
      throw new Error(`Event ${id} is not dead, or not there any more. facet events list shows those that are.`)
    if (isJson) say(JSON.stringify({ retried }))
    else say(`${retried} ${retried === 1 ? 'event is' : 'events are'} tried again, by whichever process comes first`)
  })
}
