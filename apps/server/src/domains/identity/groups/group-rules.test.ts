import { describe, expect, it } from 'vitest'
import { requireOwnGroupName } from './group-rules.ts'

describe('requireOwnGroupName', () => {
  it.each([
    'system:all',
    'SYSTEM:all',
    'Group:7',
    ' group:7',
    '\u00a0system:x',
    '\uff53ystem:x',
    '\u017fystem:x',
    'system\uff1ax',
    'sys\u00adtem:x',
    '\u200bgroup:x',
  ])('refuses %j', (name) => {
    expect(() => requireOwnGroupName(name)).toThrow(expect.objectContaining({ code: 'group_name_reserved', status: 400 }))
  })

  it.each(['premium', 'systems: all', 'my system:x', 'group', 'system :x', 'Gruppe:x'])('takes %j', (name) => {
    expect(() => requireOwnGroupName(name)).not.toThrow()
  })
})
