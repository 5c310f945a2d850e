import { describe, expect, it } from 'vitest'
import { originHeaders, settleOrigin } from './origins.ts'

const own = 'https://shop.test'

describe('the origin of a page', () => {
  it('is allowed when the tenant named it, and then told back as it is', () => {
    expect(originHeaders('https://a.test', own, ['https://a.test'])).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': 'https://a.test',
      'access-control-expose-headers': 'x-request-id, retry-after',
    })
  })

  it.each(['https://a.test:444', 'http://a.test', 'https://A.test', 'https://xa.test', 'https://a.test.evil', 'null', '*', ''])(
    'is refused when it is %j',
    (origin) => {
      expect(originHeaders(origin, own, ['https://a.test'])).toBeNull()
    },
  )

  it('varies also where nobody asked from a page', async () => {
    const unasked = (): never => expect.unreachable('nobody has to be asked')
    expect(settleOrigin(undefined, own, 1, unasked)).toEqual({ vary: 'Origin' })
    expect(settleOrigin(own, own, 1, unasked)).toEqual({ vary: 'Origin' })
    const settle = async (origin: string) => settleOrigin(origin, own, 1, async () => ['https://a.test'])
    await expect(settle('https://a.test')).resolves.toMatchObject({ 'access-control-allow-origin': 'https://a.test' })
    await expect(settle('https://b.test')).rejects.toMatchObject({ code: 'origin_not_allowed' })
  })
})
