import { describe, expect, it } from 'vitest'
import { isHiddenError } from '#kernel/redacted-error'
import { safeErrorOf } from './engine-errors.ts'

describe('what an embed caller is told of an error', () => {
  it.each([
    [400, 'Error: facet:no_access_policy:orders', 403, 'cube_without_access_policy'],
    [403, 'facet:extended_metadata: no', 403, 'extended_metadata_closed'],
    [500, "You requested hidden member: 'orders.secret'", 403, 'member_denied'],
    [400, 'facet:rollup_only', 400, 'rollup_only'],
    [400, 'Invalid query format: "limit" must be a number', 400, 'invalid_query'],
    [500, "Can't parse date: 'x'", 400, 'invalid_query'],
    [400, 'duplicate key value: (card)=(4111)', 400, 'query_failed'],
    [500, 'TypeError: secret', 500, 'query_failed'],
    [503, '', 500, 'query_failed'],
  ])('%i %s is %i %s, in our words', (status, text, expected, code) => {
    const safe = safeErrorOf(status, JSON.stringify({ error: text }))

    expect(safe).toMatchObject({ status: expected, code })
    expect(JSON.stringify(safe)).not.toMatch(/4111|orders|must be a number|TypeError/)
  })

  it('finds errors in answers that say all went well', () => {
    expect(isHiddenError('{"sql":{"status":"error","error":"x"}}')).toBe(true)
    expect(isHiddenError('[{"sql":{"status":"ok"}},{"sql":{"status":"error"}}]')).toBe(true)
    expect(isHiddenError('not json')).toBe(true)
    expect(isHiddenError('{"sql":{"status":"ok","sql":["select 1",[]]}}')).toBe(false)
  })
})
