import { describe, expect, it } from 'vitest'
import { externalIdProblem } from './external-id-rules.ts'

describe('an external id', () => {
  it.each(['a', 'user-1', 'ada@acme.example', 'two words', 'käthe', '用户', 'x'.repeat(256), '😀'.repeat(256)])(
    'may be %j',
    (externalId) => {
      expect(externalIdProblem(externalId)).toBeNull()
    },
  )

  it.each([
    ['', 'has 0'],
    ['x'.repeat(257), 'has 257'],
    ['User-1', 'send "user-1"'],
    ['KÄTHE', 'send "käthe"'],
    [' user-1', 'send "user-1"'],
    ['user-1\u00a0', 'send "user-1"'],
    ['user\n1', 'control characters'],
    ['user\u0085', 'control characters'],
    ['\u0000', 'control characters'],
  ])('may not be %j, and the answer says what to send', (externalId, part) => {
    expect(externalIdProblem(externalId)).toContain(part)
  })
})
