import { Failure } from '#kernel/failure'
import { codeOf } from '#kernel/system-errors'

const outageCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const outageStates = /^(08|53|57P|40001|40P01|55P03|57014|25006)/
const outageMessages =
  /connection terminated|timeout exceeded when trying to connect|not queryable|client was closed|connection error|query read timeout|timeout expired/i

/** The constraint a statement broke, to be recognised next to that statement. */
export const brokenConstraint = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined

const tableOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'table' in error ? String(error.table) : '')

/**
 * A row was on its way to the default partition when one of its own was attached. That breaks a check of the default which has no
 * name; once more, it finds its own. A table without a default fails in the same way for want of a partition, and goes on failing.
 */
export const isPartitionAttached = (error: unknown): boolean =>
  codeOf(error) === '23514' && brokenConstraint(error) === undefined && tableOf(error).endsWith('_default')

/** Whether the database, rather than the request, is the reason: then the same request can succeed a moment later. */
export const isOutage = (error: unknown): boolean => {
  const code = codeOf(error)
  const isMessage = error instanceof Error && outageMessages.test(error.message)
  return outageCodes.has(code) || outageStates.test(code) || isMessage || isPartitionAttached(error)
}

/** Whether the connection itself is lost: an error the server sent has a state of five characters, and then it still talks. */
export const isConnectionLost = (error: unknown): boolean => isOutage(error) && !/^[0-9A-Z]{5}$/.test(codeOf(error))

/** The database, rather than the request, is the reason; `cause` says more. */
export class DatabaseOutage extends Failure {
  constructor(cause: unknown) {
    super('service_unavailable', 'The database is not answering. Repeat the request in a moment.', { cause, retryAfterSeconds: 1 })
  }
}

/** Rejections of the database as a caller should see them. */
export const asFailure = (error: unknown): unknown => (isOutage(error) ? new DatabaseOutage(error) : error)
