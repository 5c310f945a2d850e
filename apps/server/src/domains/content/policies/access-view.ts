import type { AccessEntry, AccessLevel, WorkspaceItemType } from '@facet/contract'
import type { ItemKind, Level } from '#domains/content/items'
import { isDeciding, type Said } from './access-rules.ts'
import type { Step } from './granted-queries.ts'

const levelNames = ['none', 'view', 'edit', 'full'] as const satisfies AccessLevel[]

export const levelName = (level: Level): AccessLevel => levelNames[level]

const typeOf = (kind: ItemKind): WorkspaceItemType => kind.toUpperCase() as WorkspaceItemType

export const placeView = ({ id, kind, name }: Pick<Step, 'id' | 'kind' | 'name'>) => ({ type: typeOf(kind), id, name })

export const entryView = (all: readonly Said[], said: Said): AccessEntry => {
  const { granteeKind, granteeId, name, level, through, on, distance } = said
  const isEverybody = granteeKind === 'organisation' || granteeKind === 'all_embed_users'
  return {
    grantee: { kind: granteeKind === 'organisation' ? 'organization' : granteeKind, id: isEverybody ? null : granteeId, name },
    level: levelName(level),
    through,
    on: placeView(on),
    isInherited: distance > 0,
    isDeciding: isDeciding(all, said),
  }
}
