import { expect, it } from 'vitest'
import { createSharedSealer } from './shared-sealer.ts'

const keys = new Map([1, 2].map((id) => [id, Buffer.alloc(32, id)]))
const holder = (activeId: number, purpose = 'workflow payloads') =>
  createSharedSealer(
    {
      get: async (id) => keys.get(id) ?? Buffer.alloc(32),
      active: async () => ({ id: activeId, key: keys.get(activeId) ?? Buffer.alloc(32) }),
      refresh: async () => activeId,
    },
    purpose,
  )
const plain = Buffer.from('what nobody should read')

it('opens what an earlier key sealed, and never shows it', async () => {
  const sealed = await holder(1).seal(plain)

  expect(sealed.includes(plain)).toBe(false)
  expect(await holder(2).open(sealed)).toEqual(plain)
})

it('opens nothing that was changed, or sealed for something else', async () => {
  const sealed = await holder(1).seal(plain)
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)

  await expect(holder(1).open(changed)).rejects.toThrow()
  await expect(holder(1, 'another purpose').open(sealed)).rejects.toThrow()
  await expect(holder(1).open(Buffer.from('x'))).rejects.toThrow(/form that this build does not know/)
})
