import { expect, it } from 'vitest'
import { EmbedError, failure } from '../src/error.ts'

it('serializes an error with its message, and without its cause', () => {
  const problem = { code: 'session_used', message: 'Each session works once.', retryable: false, requestId: 'r-1' }
  const serialized: unknown = JSON.parse(JSON.stringify({ type: 'error', payload: new EmbedError(problem, new Error('secret')) }))

  expect(serialized).toEqual({ type: 'error', payload: { name: 'EmbedError', ...problem } })
  expect(JSON.parse(JSON.stringify(failure('offline', 'Away.', true)))).toEqual({
    name: 'EmbedError',
    code: 'offline',
    message: 'Away.',
    retryable: true,
  })
})
