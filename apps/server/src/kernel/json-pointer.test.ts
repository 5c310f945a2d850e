import { describe, expect, it } from 'vitest'
import { pointerTo } from './json-pointer.ts'

describe('pointerTo', () => {
  it.each([
    [['name'], '/body/name'],
    [['tags', 1, 'a/b'], '/body/tags/1/a~1b'],
    [['~/~1'], '/body/~0~1~01'],
    [[''], '/body/'],
  ])('escapes %j', (tokens, pointer) => {
    expect(pointerTo('/body', ...tokens)).toBe(pointer)
  })

  it('cuts the pointer after 500 characters when a name is longer', () => {
    expect(pointerTo('/body', '/'.repeat(1_000_000))).toBe(`/body/${'~1'.repeat(247)}…`)
    expect(pointerTo(`/body/${'x'.repeat(1000)}`, 'y')).toBe(`/body/${'x'.repeat(494)}…`)
  })

  it('leaves no half of a surrogate pair where it cuts', () => {
    expect(pointerTo('', `x${'😀'.repeat(1000)}`).isWellFormed()).toBe(true)
  })
})
