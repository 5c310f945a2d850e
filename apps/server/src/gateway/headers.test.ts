import { describe, expect, it } from 'vitest'
import { answerHeaders, bodyOf, engineHeaders, requireSingleHeaders } from './headers.ts'

describe('headers', () => {
  it('tells the engine what is listed and nothing else', () => {
    expect(engineHeaders({ authorization: 'a', requestId: 'r', traceparent: 't', body: Buffer.from('{}') })).toEqual([
      ...['authorization', 'a', 'x-request-id', 'r', 'traceparent', 't', 'accept', 'application/json'],
      ...['content-type', 'application/json', 'content-length', '2'],
    ])
  })

  it('tells the caller what is listed and nothing else', () => {
    const from = {
      'content-type': 'application/json',
      server: 'x',
      'x-powered-by': 'y',
      'set-cookie': ['a'],
      location: 'z',
      etag: 'e',
      connection: 'close',
    }

    expect(answerHeaders(from)).toEqual({ 'content-type': 'application/json' })
  })

  it.each(['Authorization', 'HOST', 'Origin', 'Content-Type'])('refuses %s when it is there twice', (name) => {
    expect(() => requireSingleHeaders({ rawHeaders: [name, 'a', 'accept', '*/*', name.toLowerCase(), 'b'] })).toThrow(
      expect.objectContaining({ code: 'header_repeated' }),
    )
    expect(() => requireSingleHeaders({ rawHeaders: [name, 'a', 'cookie', 'x', 'accept', 'y'] })).not.toThrow()
  })

  it.each([
    ['GET', { 'content-length': '2' }, 'body_not_allowed'],
    ['GET', { 'transfer-encoding': 'chunked' }, 'body_not_allowed'],
    ['POST', { 'content-length': '2' }, 'unsupported_media_type'],
    ['POST', { 'content-length': '2', 'content-type': 'text/plain' }, 'unsupported_media_type'],
    ['POST', { 'content-length': '2', 'content-type': 'application/json; charset=utf-7' }, 'unsupported_media_type'],
    ['POST', { 'content-length': '8388609', 'content-type': 'application/json' }, 'body_too_large'],
  ])('refuses a body of %s with %j', (method, headers, code) => {
    expect(() => bodyOf(method, headers)).toThrow(expect.objectContaining({ code }))
  })

  it('takes a body of JSON, and none', () => {
    expect(bodyOf('POST', { 'content-length': '2', 'content-type': 'application/json; charset=UTF-8' })).toEqual({ bytes: 2 })
    expect(bodyOf('POST', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' })).toEqual({ bytes: null })
    expect(bodyOf('GET', {})).toBeNull()
  })
})
