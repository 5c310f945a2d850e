import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { asFailure, brokenConstraint, isConnectionLost, isOutage } from './outage.ts'

const withCode = (code: string): Error => Object.assign(new Error('the server said so'), { code })

describe('asFailure', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a reset connection', withCode('ECONNRESET')],
    ['a broken pipe', withCode('EPIPE')],
    ['a name that does not resolve', withCode('ENOTFOUND')],
    ['a connection exception', withCode('08006')],
    ['too many connections', withCode('53300')],
    ['a full disk', withCode('53100')],
    ['a server that is shutting down', withCode('57P01')],
    ['a server that is starting', withCode('57P03')],
    ['a serialisation failure', withCode('40001')],
    ['a deadlock', withCode('40P01')],
    ['a lock that did not come', withCode('55P03')],
    ['a cancelled statement', withCode('57014')],
    ['a standby that takes no writes', withCode('25006')],
    ['a partition attached meanwhile', Object.assign(withCode('23514'), { table: 'embed_sessions_default' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a connection that could not be made in time', new Error('timeout expired')],
    ['a statement whose answer never came', new Error('Query read timeout')],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['a client that lost its connection', new Error('Client has encountered a connection error and is not queryable')],
  ])('answers 503 with a hint to repeat for %s', (_, error) => {
    const failure = asFailure(error)

    expect(isOutage(error)).toBe(true)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ code: 'service_unavailable', status: 503, retryAfterSeconds: 1, cause: error })
    expect((failure as Failure).message).not.toContain(error.message)
  })

  it.each([
    ['a taken name', withCode('23505')],
    ['a missing table', withCode('42P01')],
    ['a missing partition', Object.assign(withCode('23514'), { table: 'audit_entries' })],
    ['a broken check', Object.assign(withCode('23514'), { table: 'embed_sessions_default', constraint: 'tokens_check' })],
    ['a refused row', withCode('42501')],
    ['a division by zero', withCode('22012')],
    ['a bug', new TypeError('x is not a function')],
    ['no error at all', 'thrown text'],
    ['nothing', undefined],
  ])('leaves %s as it is', (_, error) => {
    expect(isOutage(error)).toBe(false)
    expect(asFailure(error)).toBe(error)
  })
})

it('isConnectionLost distinguishes a lost connection from a server error', () => {
  expect([new Error('Query read timeout'), new Error('Connection terminated'), withCode('ECONNRESET')].map(isConnectionLost)).toEqual([
    true,
    true,
    true,
  ])
  expect([withCode('55P03'), withCode('40001'), withCode('23505'), new TypeError('a bug')].map(isConnectionLost)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

it('brokenConstraint names the constraint of a database error and nothing else', () => {
  expect(brokenConstraint(Object.assign(new Error('duplicate key'), { constraint: 'tenants_name_key' }))).toBe('tenants_name_key')
  expect(brokenConstraint(new Error('duplicate key'))).toBeUndefined()
  expect(brokenConstraint(Object.assign(new Error('odd'), { constraint: 7 }))).toBeUndefined()
  expect(brokenConstraint(null)).toBeUndefined()
})
