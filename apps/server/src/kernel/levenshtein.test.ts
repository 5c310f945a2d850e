import { describe, expect, it } from 'vitest'
import { editDistance } from './levenshtein.ts'

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['emial', 'email', 1],
    ['groups', 'group', 1],
    ['abcd', 'badc', 2],
    ['groups', 'roles', 3],
  ])('between "%s" and "%s" is %i', (from, to, distance) => {
    expect([editDistance(from, to, 10), editDistance(to, from, 10)]).toEqual([distance, distance])
  })

  it.each([
    ['kitten', 'sitting', 2],
    ['abcdefgh', 'ijklmnop', 3],
    ['a', 'a'.repeat(1_000_000), 4],
  ])('stops one above the maximum', (from, to, max) => {
    expect(editDistance(from, to, max)).toBe(max + 1)
  })

  it('costs no more than the maximum distance allows for long names', () => {
    const [from, to] = ['x'.repeat(20_000), 'y'.repeat(20_000)]
    const before = process.cpuUsage()

    editDistance(from, to, 3)

    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})
