import { describe, expect, it } from 'vitest'
import { newKey, openWith, sealWith } from './sealing.ts'

const plain = Buffer.from('a warehouse password')

describe('a sealed value', () => {
  it.each([plain, Buffer.alloc(0), Buffer.alloc(100_000, 7), Buffer.from('ünïcödé')])('opens to what was sealed', (value) => {
    const key = newKey()

    expect(openWith(key, 'here', sealWith(key, 'here', value))).toEqual(value)
  })

  it('looks different each time and shows nothing of what it holds', () => {
    const key = newKey()
    const sealed = [1, 2, 3].map(() => sealWith(key, 'here', plain).toString('hex'))

    expect(new Set(sealed).size).toBe(3)
    for (const one of sealed) expect(one).not.toContain(plain.toString('hex').slice(0, 12))
  })

  it('opens at its own place and with its own key only', () => {
    const key = newKey()
    const sealed = sealWith(key, 'here', plain)

    expect(() => openWith(key, 'there', sealed)).toThrow()
    expect(() => openWith(newKey(), 'here', sealed)).toThrow()
    expect(openWith(key, 'here', sealed)).toEqual(plain)
  })

  it('does not open when any one of its bits was changed', () => {
    const key = newKey()
    const sealed = sealWith(key, 'here', plain)

    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => openWith(key, 'here', changed), `byte ${index}`).toThrow()
    }
  })

  it('does not open when its end or its beginning is missing', () => {
    const key = newKey()
    const sealed = sealWith(key, 'here', plain)

    for (const length of [0, 5, 12, 20, 28, sealed.length - 1])
      expect(() => openWith(key, 'here', sealed.subarray(0, length)), `${length}`).toThrow()
    expect(() => openWith(key, 'here', sealed.subarray(1))).toThrow()
    expect(() => openWith(key, 'here', Buffer.concat([sealed, Buffer.of(0)]))).toThrow()
  })
})
