import type { Grantee } from '#domains/content/grants'
import type { Identity, ItemKind, Level } from '#domains/content/items'

/** Something that a place of the chain says: who owns it, or to whom it was granted. The nearest first, as the chain is. */
export type Said = {
  distance: number
  on: { id: number; kind: ItemKind; name: string }
  through: 'owner' | 'grant'
  granteeKind: Grantee['kind']
  /** As grants have it: 0 and -1 stand for everybody. */
  granteeId: number
  level: Exclude<Level, 0>
  name: string | null
}

/** Of two that speak of the same grantee the nearer decides, and in one place the higher. */
export const isDeciding = (all: readonly Said[], one: Said): boolean =>
  !all.some(
    (other, index) =>
      other.granteeId === one.granteeId &&
      (other.distance < one.distance ||
        (other.distance === one.distance && (other.level > one.level || (other.level === one.level && index < all.indexOf(one))))),
  )

const nearest = (said: readonly Said[]): { level: Level; from: Said[] } => {
  const distance = Math.min(...said.map((one) => one.distance))
  const there = said.filter((one) => one.distance === distance)
  const level = Math.max(0, ...there.map((one) => one.level)) as Level
  return { level, from: there.filter((one) => one.level === level) }
}

/** What decides for somebody: of what speaks to them and of what speaks to the whole organisation, whichever gives more, or both. */
export const decidingFor = (all: readonly Said[], { ownerId, organisationId, granteeIds }: Identity): Said[] => {
  const own = nearest(all.filter((one) => (one.through === 'owner' ? one.granteeId === ownerId : granteeIds.includes(one.granteeId))))
  const ofAll = nearest(all.filter((one) => one.through === 'grant' && one.granteeId === organisationId))
  const level = Math.max(own.level, ofAll.level)
  return [own, ofAll].flatMap((one) => (one.level === level ? one.from : []))
}
