import type { Level, WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'

const words = { 0: 'seen on the way to others', 1: 'viewed', 2: 'edited', 3: 'managed' } as const

/** Refuses who may see an item and not do this to it. */
export const requireLevel = ({ caller }: WorkspaceAccess, what: string, level: Level, needed: 2 | 3): void => {
  if (level >= needed) return
  throw new Failure(
    'item_access_denied',
    `${what} can only be ${words[level]} by ${caller.principalName}; this needs ${needed === 2 ? 'edit' : 'full access'}. Ask its owner, or somebody with full access, to share it so.`,
  )
}
