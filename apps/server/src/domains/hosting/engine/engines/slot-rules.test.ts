import { expect, it } from 'vitest'
import { findSlotToFree, type SlotUse } from './slot-rules.ts'

const nowMs = 1_000_000

/** `a10`: a slot of tenant a, unused for 10 s. `A10`: the same, in use. */
const slotOf = (text: string): SlotUse & { text: string } => ({
  text,
  tenantId: text.toLowerCase().charCodeAt(0),
  isUsed: text[0] !== text[0]?.toLowerCase(),
  lastUsedMs: nowMs - Number(text.slice(1)) * 1000,
})

const freed = (slots: string, tenant: string, starting = ''): string | undefined => {
  const all = slots.split(' ').filter(Boolean).map(slotOf)
  const held = [...all.map(({ tenantId }) => tenantId), ...starting.split('').map((letter) => letter.charCodeAt(0))]
  const heldBy = (tenantId: number): number => held.filter((holder) => holder === tenantId).length
  return findSlotToFree({ tenantId: tenant.charCodeAt(0), slots: all, heldBy, capacity: held.length, nowMs })?.text
}

it.each([
  ['an unused one of its own', 'a1 b1 C1', 'a', 'a1'],
  ['the one that was unused for longest', 'a1 a9 a3', 'a', 'a9'],
  ['an unused one of a tenant with more', 'a1 b2 b1', 'c', 'b2'],
  ['no unused one of a tenant with as many', 'A1 b2 C1', 'a', undefined],
  ['no unused one of a tenant with fewer', 'A1 A2 b9', 'a', undefined],
  ['one that was unused for a minute, of any tenant', 'A1 A2 b60', 'a', 'b60'],
  ['an unused one rather than one in use', 'A1 A2 A3 b5 b1', 'c', 'b5'],
  ['the least used one of the tenant with most, when it has none', 'A1 A9 A5 B50 B1', 'c', 'A9'],
  ['one in use of a tenant with more than half', 'A1 A2 A9 B1', 'b', 'A9'],
  ['none in use of a tenant with half', 'A1 A9 B1 C1', 'b', undefined],
  ['none in use that would only turn shares around', 'A1 A9 B1', 'b', undefined],
  ['none when each tenant has one', 'A1 B9 C1', 'd', undefined],
  ['none when it has them all and uses them', 'A1 A2 A3', 'a', undefined],
])('gives a tenant %s', (_, slots, tenant, slot) => {
  expect(freed(slots, tenant)).toBe(slot)
})

it('counts slots of processes that start', () => {
  expect(freed('A1 B9 C1', 'd', 'b')).toBe('B9')
  expect(freed('A1 b9 C1', 'a', 'a')).toBeUndefined()
})
