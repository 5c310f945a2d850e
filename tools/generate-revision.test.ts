import { expect, it } from 'vitest'
import { nextRevision } from './generate-revision.ts'

const first = '{ "revision": 1, "checksum": "a" }\n'

it('begins with one, stays with the same functions, and rises with others', () => {
  expect(nextRevision('', 'a')).toBe(first)
  expect(nextRevision(first, 'a')).toBe(first)
  expect(nextRevision(first, 'b')).toBe('{ "revision": 2, "checksum": "b" }\n')
})

it('comes after both of two branches that were merged', () => {
  const merged = '<<<<<<<\n{ "revision": 4, "checksum": "a" }\n=======\n{ "revision": 6, "checksum": "b" }\n>>>>>>>\n'

  expect(nextRevision(merged, 'c')).toBe('{ "revision": 7, "checksum": "c" }\n')
})
