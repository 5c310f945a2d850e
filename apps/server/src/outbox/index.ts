/** The outbox: events that commit with what they tell about, and are handed out until every reaction to them is done. */
export { createBacklog, type EventBacklog } from './backlog.ts'
export { createConsumer, type EventHandler } from './consumer.ts'
export { type ClaimedEvent, countEvents, type DeadEvent, listDeadEvents, retryDeadEvents } from './outbox-queries.ts'
export { publish, publishMany } from './publish.ts'
