import { describe, expect, it } from 'vitest'
import { plainPaint } from '../../src/widgets/chart/plain-paint.ts'

const gradient = { gradient: 'linear', stops: [{ offset: 0, color: 'red' }] }

describe('what a mark is painted with', () => {
  it.each([
    ...['red', 'currentColor', 'none', '#4c78a8', '#4c78a880', 'rgb(1, 2, 3)', 'rgba(1, 2, 3, 0.5)', 'hsl(120deg 50% 50% / 40%)'],
    ...['lab(50% 10 -20)', 'oklch(0.6 0.1 200)', 'color(display-p3 1 0 0)', 'color-mix(in srgb, red, #00f)'],
    gradient,
  ])('may be %j', (paint) => {
    expect(plainPaint(paint)).toEqual(paint)
  })

  it.each([
    ...['url(https://evil.example/#a)', ' URL( https://evil.example/#a )', 'u\\72l(https://evil.example/#a)'],
    ...['\\75 rl(https://evil.example/#a)', 'url("https://evil.example/#a") red', 'red url(https://evil.example/#a)'],
    ...['rgb(\\75rl(https://evil.example/#a))', 'image-set("https://evil.example/a.png" 1x)', 'var(--evil)', 'image(red)'],
    '/**/url(https://evil.example/#a)',
    ['url(https://evil.example/#a)'],
    { toString: () => 'url(https://evil.example/#a)' },
    Object.assign(['url(https://evil.example/#a)'], { gradient: 'linear' }),
    0,
    true,
    '',
  ])('is nothing where it is %j', (paint) => {
    expect(plainPaint(paint)).toBeNull()
  })

  it('is nothing where there is none', () => {
    expect(plainPaint(undefined)).toBeNull()
    expect(plainPaint(null)).toBeNull()
  })
})
