/** A slot whose process serves. */
export type SlotUse = { tenantId: number; isUsed: boolean; lastUsedMs: number }

type Request<Slot> = {
  tenantId: number
  slots: readonly Slot[]
  /** How many slots a tenant has, also those of processes that start. */
  heldBy: (tenantId: number) => number
  capacity: number
  nowMs: number
}

// Longer than a person looks at one chart.
const longUnusedMs = 60_000

const leastRecentlyUsed = <Slot extends SlotUse>(slots: readonly Slot[]): Slot | null =>
  slots.reduce<Slot | null>((oldest, slot) => (oldest && oldest.lastUsedMs <= slot.lastUsedMs ? oldest : slot), null)

/** Slots of the tenant that has most, where that is more than its share while this tenant waits. */
const slotsBeyondShare = <Slot extends SlotUse>({ tenantId, slots, heldBy, capacity }: Request<Slot>): Slot[] => {
  const own = heldBy(tenantId)
  const others = slots.filter((slot) => slot.tenantId !== tenantId)
  const most = Math.max(0, ...others.map((slot) => heldBy(slot.tenantId)))
  const isBeyondShare = own === 0 ? most > 1 : most > capacity / 2 && most > own + 1
  return isBeyondShare ? others.filter((slot) => heldBy(slot.tenantId) === most) : []
}

/**
 * The slot that a tenant gets when none is free, or null. An unused one: its own, that of a tenant with more, or one that was unused for long.
 * Otherwise one in use, of the tenant with most: if this tenant has none, or if the other has more than half of all.
 */
export const findSlotToFree = <Slot extends SlotUse>(request: Request<Slot>): Slot | null => {
  const { tenantId, slots, heldBy, nowMs } = request
  const own = heldBy(tenantId)
  const isOpen = (slot: Slot): boolean =>
    slot.tenantId === tenantId || heldBy(slot.tenantId) > own || nowMs - slot.lastUsedMs >= longUnusedMs
  const unused = slots.filter((slot) => !slot.isUsed && isOpen(slot))
  return leastRecentlyUsed(unused) ?? leastRecentlyUsed(slotsBeyondShare(request))
}
