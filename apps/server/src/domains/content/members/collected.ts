import type { MemberUse, VisitMember } from './member-form.ts'

/** Of one item in one state. What lies beyond is not watched: no document made by hand comes near it. */
export const maxUses = 5000

/** What a walk over documents names, each once, as far as is kept. */
export const collectUses = (walk: (visit: VisitMember) => void): MemberUse[] => {
  const uses = new Map<string, MemberUse>()
  walk((use) => {
    const key = JSON.stringify([use.usedIn, use.part, use.member])
    const known = uses.get(key)
    // Named once as a member is enough to be sure.
    if (known ? known.byText && !use.byText : uses.size < maxUses) uses.set(key, use)
    return use.member
  })
  return [...uses.values()]
}
