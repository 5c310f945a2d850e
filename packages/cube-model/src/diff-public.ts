import type { ModelChange } from '@facet/contract'
import { change, people, shown } from './change.ts'
import type { Entity, Part, PublicFlag } from './model.ts'
import { gainsOf, listViewers, lossesOf } from './visibility.ts'

const rank = (flag: PublicFlag): number => (typeof flag === 'boolean' ? Number(flag) * 2 : 1)

/** A flag that is an expression lies between hidden and public; two expressions cannot be compared. */
const directionOf = (before: PublicFlag, after: PublicFlag): 'wider' | 'narrower' | 'unknown' => {
  if (rank(before) === rank(after)) return 'unknown'
  return rank(after) > rank(before) ? 'wider' : 'narrower'
}

type Flagged = { entity: Entity; part?: Part }

const viewersOf = ({ entity, part }: Flagged): Map<string, string[]> => listViewers(entity, part ? [part] : [...entity.parts.values()])

/** A cube, view or member that was hidden and is public now, or the other way. */
export const diffPublic = (before: Flagged, after: Flagged, noun: string): ModelChange[] => {
  const was = (before.part ?? before.entity).isPublic
  const is = (after.part ?? after.entity).isPublic
  if (was === is) return []
  const direction = directionOf(was, is)
  const seers = viewersOf(after)
  const losers = viewersOf(before)
  const isWider = direction !== 'narrower' && seers.size > 0
  const isNarrower = direction !== 'wider' && losers.size > 0
  const path = `${after.entity.name}${after.part ? `.${after.part.name}` : ''}`
  const messages = {
    wider: `${noun} ${path} is public now; ${people([...seers.keys()]) || 'nobody'} can query it.`,
    narrower: `${noun} ${path} is hidden now; queries that use it will fail.`,
    unknown: `Whether ${noun.toLowerCase()} ${path} is public is decided by another expression now; that it is no wider cannot be shown.`,
  }
  return [
    change({
      id: 'public-changed',
      kind: 'changed',
      subject: { cube: after.entity.name, ...(after.part ? { member: after.part.name } : {}), part: 'public' },
      effects: [
        ...(isNarrower ? (['narrowing'] as const) : []),
        ...(isNarrower && is === false ? (['breaking'] as const) : []),
        ...(isWider ? (['widening'] as const) : []),
      ],
      isAssumed: direction === 'unknown' && isWider,
      before: shown(String(was)),
      after: shown(String(is)),
      at: after.part ?? after.entity,
      message: messages[direction],
      visibility: [...(isWider ? gainsOf(seers) : []), ...(isNarrower ? lossesOf(losers) : [])],
    }),
  ]
}
