import type { Asker, Caller, EmbedTenant, Group, Kind, Level, User } from './people.ts'
import type { Grantee, Item } from './state.ts'

/** An item by its id in the model; while a sequence is being made, any number that chooses one. Of a place, null is the root. */
export type Pick = number

type By = { by: Caller }

/** The reports that are published: those of the draft, all of the workbook, one of elsewhere, or these. */
export type Charts = 'draft' | 'own' | 'foreign' | Pick[]

type Change =
  | (By & { kind: 'create folder'; name: string; parent: Pick | null })
  | (By & { kind: 'create workbook'; name: string; parent: Pick | null })
  | (By & { kind: 'create report'; name: string; parent: Pick | null; isInWorkbook: boolean })
  | (By & { kind: 'rename'; item: Pick; name: string })
  | (By & { kind: 'move'; item: Pick; to: Pick | null })
  | (By & { kind: 'move by update'; item: Pick; to: Pick | null })
  | (By & { kind: 'delete'; item: Pick })
  | (By & { kind: 'bulk delete'; items: Pick[] })
  | (By & { kind: 'bulk move'; items: Pick[]; to: Pick | null })
  | (By & { kind: 'grant'; item: Pick; grantee: Grantee; level: Level })
  | (By & { kind: 'grant dashboard'; item: Pick; grantee: Grantee; isGranted: boolean })
  | (By & { kind: 'publish'; item: Pick; charts: Charts; allowEmbed: boolean | null })
  | (By & { kind: 'embed access'; item: Pick; target: EmbedTenant | 'all' | null; isShared: boolean; allowEmbed: boolean | null })
  | (By & { kind: 'allow embed'; item: Pick; allowEmbed: boolean })
  | (By & { kind: 'duplicate'; item: Pick; isShared: boolean })
  | (By & { kind: 'upsert workbook'; slug: string; name: string; parent: Pick | null | undefined })
  | (By & { kind: 'upsert report'; publicId: string; name: string; parent: Pick | null | undefined })
  | (By & { kind: 'transfer'; from: User | null; to: User })
  | { kind: 'join'; group: Group; user: User; isIn: boolean }
  | { kind: 'delete green' }

type Paged = { first: number }

type Look =
  | (By & { kind: 'read'; item: Pick })
  | (By & { kind: 'feed'; isShared: boolean; folder: Pick | null; types: Kind[]; search: string | null; isDescending: boolean } & Paged)
  | (By & { kind: 'folders'; parent: Pick | null } & Paged)
  | (By & { kind: 'workbooks'; folder: Pick | null | undefined } & Paged)
  | (By & { kind: 'reports'; folder: Pick | null | undefined; isInWorkbook: boolean; search: string | null; isDescending: boolean } & Paged)
  | (By & { kind: 'report folders' } & Paged)
  | (By & { kind: 'dashboard'; item: Pick })
  | (By & { kind: 'embed access of'; item: Pick })
  | (By & { kind: 'explain'; item: Pick; user: User })

export type Step = Change | Look

/** A step as a sequence has it until its turn comes. */
export type Asked = Step extends infer One ? (One extends By ? Omit<One, 'by'> & { by: Asker } : One) : never

/** What a sequence begins with: items in the order of their ids, each in one that comes before it. */
export type Start = {
  items: Omit<Item, 'id' | 'maker'>[]
  members: `${Group} ${User}`[]
}

/** What a step was answered: plain JSON in one order, so that two of them compare as they are. */
export type Seen = { code: string | null; [name: string]: Json }
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
