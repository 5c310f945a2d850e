import { describe, expect, it } from 'vitest'
import { nearestOf } from './nearest.ts'

const words = ['serve', 'migrate', 'doctor', 'tenants create', 'tenants list']

describe('the nearest word', () => {
  it.each([
    ['sevre', 'serve'],
    ['migrat', 'migrate'],
    ['docter', 'doctor'],
    ['tenant lst', 'tenants list'],
    ['tenants creates', 'tenants create'],
  ])('for %s is %s', (typed, meant) => {
    expect(nearestOf(words, typed)).toBe(meant)
  })

  it.each(['bogus', 'x', '', 'embed'])('for %j is none', (typed) => {
    expect(nearestOf(words, typed)).toBeUndefined()
  })
})
