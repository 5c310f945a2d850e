import { afterEach, expect, it, vi } from 'vitest'
import { createEmitter } from '../src/emitter.ts'
import { EmbedError, failure } from '../src/error.ts'

afterEach(() => void vi.unstubAllGlobals())

it('tells everybody who listens, also after one of them fails, and nobody who stopped', () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  const { on, emit, clear } = createEmitter()
  const said: string[] = []
  const mistake = new Error('a mistake of the host')
  on('ready', () => {
    throw mistake
  })
  on('ready', () => said.push('ready'))
  on('height', () => said.push('height'))
  on('*', ({ type }: { type: string }) => said.push(`* ${type}`))
  const stop = on('ready', () => said.push('stopped'))
  stop()
  emit('ready', {})
  clear()
  emit('ready', {})

  expect(said).toEqual(['ready', '* ready'])
  expect(report).toHaveBeenCalledExactlyOnceWith(mistake)
})

it('warns in development once for each code of an error, with the request id, and not of an expiry that is renewed', () => {
  vi.stubGlobal('location', { hostname: 'localhost' })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { emit } = createEmitter()
  const used = new EmbedError({ code: 'session_used', message: 'Each session works once.', retryable: false, requestId: 'r-1' })
  for (const error of [failure('offline', 'Away.', true), failure('offline', 'Away.', true), used]) emit('error', error)
  emit('expired', failure('session_expired', 'The session has ended.', true))
  emit('revoked', failure('session_revoked', 'The session was revoked.'))

  expect(warn.mock.calls.flat()).toEqual([
    'Facet: Away. (offline)',
    'Facet: Each session works once. (session_used, request r-1)',
    'Facet: The session was revoked. (session_revoked)',
  ])
  warn.mockRestore()
})
