import { describe, expect, it } from 'vitest'
import { isHiddenError } from '#kernel/redacted-error'
import { accessRefusalOf, safeErrorOf } from './engine-errors.ts'

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

describe('accessRefusalOf', () => {
  it.each([
    ["Error: You requested hidden member: 'orders.secret'. Please make it visible using `public: true`.", 'member_denied', 'orders.secret'],
    ['Error: facet:no_access_policy:orders', 'cube_without_access_policy', 'no access policy'],
    ['Error: API scope is missing: graphql', 'scope_missing', 'does not serve'],
  ])('turns "%s" into 403 %s', (error, code, words) => {
    const refusal = accessRefusalOf(JSON.stringify({ error }))

    expect(refusal).toMatchObject({ status: 403, code })
    expect(refusal?.error).toContain(words)
    expect(refusal?.error).not.toContain('public')
  })

  it.each(['Error: column "revenue" does not exist', 'Invalid query format: limit'])(
    'leaves "%s" to the caller that reads errors',
    (error) => {
      expect(accessRefusalOf(JSON.stringify({ error }))).toBeUndefined()
    },
  )
})
