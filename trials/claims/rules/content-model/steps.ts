import type { Caller, CallerTemplate, EmbedTenant, Group, Kind, Level, User } from './people.ts'
import type { Grantee, Item } from './state.ts'

/** The model's id of an item. In a template, any number, which `resolve` maps to an id. As a place, null is the root. */
export type ItemRef = number

type By = { by: Caller }

/** The reports to publish: those of the draft, all of the workbook, one of another workbook, or a list. */
export type Charts = 'draft' | 'own' | 'foreign' | ItemRef[]

type Change =
  | (By & { kind: 'create folder'; name: string; parent: ItemRef | null })
  | (By & { kind: 'create workbook'; name: string; parent: ItemRef | null })
  | (By & { kind: 'create report'; name: string; parent: ItemRef | null; isInWorkbook: boolean })
  | (By & { kind: 'rename'; item: ItemRef; name: string })
  | (By & { kind: 'move'; item: ItemRef; to: ItemRef | null })
  | (By & { kind: 'move by update'; item: ItemRef; to: ItemRef | null })
  | (By & { kind: 'delete'; item: ItemRef })
  | (By & { kind: 'bulk delete'; items: ItemRef[] })
  | (By & { kind: 'bulk move'; items: ItemRef[]; to: ItemRef | null })
  | (By & { kind: 'grant'; item: ItemRef; grantee: Grantee; level: Level })
  | (By & { kind: 'grant dashboard'; item: ItemRef; grantee: Grantee; isGranted: boolean })
  | (By & { kind: 'publish'; item: ItemRef; charts: Charts; allowEmbed: boolean | null })
  | (By & { kind: 'embed access'; item: ItemRef; target: EmbedTenant | 'all' | null; isShared: boolean; allowEmbed: boolean | null })
  | (By & { kind: 'allow embed'; item: ItemRef; allowEmbed: boolean })
  | (By & { kind: 'duplicate'; item: ItemRef; isShared: boolean })
  | (By & { kind: 'upsert workbook'; slug: string; name: string; parent: ItemRef | null | undefined })
  | (By & { kind: 'upsert report'; publicId: string; name: string; parent: ItemRef | null | undefined })
  | (By & { kind: 'transfer'; from: User | null; to: User })
  | { kind: 'join'; group: Group; user: User; isIn: boolean }
  | { kind: 'delete green' }

type Paged = { first: number }

type Look =
  | (By & { kind: 'read'; item: ItemRef })
  | (By & { kind: 'feed'; isShared: boolean; folder: ItemRef | null; types: Kind[]; search: string | null; isDescending: boolean } & Paged)
  | (By & { kind: 'folders'; parent: ItemRef | null } & Paged)
  | (By & { kind: 'workbooks'; folder: ItemRef | null | undefined } & Paged)
  | (By & {
      kind: 'reports'
      folder: ItemRef | null | undefined
      isInWorkbook: boolean
      search: string | null
      isDescending: boolean
    } & Paged)
  | (By & { kind: 'report folders' } & Paged)
  | (By & { kind: 'dashboard'; item: ItemRef })
  | (By & { kind: 'embed access of'; item: ItemRef })
  | (By & { kind: 'explain'; item: ItemRef; user: User })

export type Step = Change | Look

export type StepOf<Name extends Step['kind']> = Extract<Step, { kind: Name }>

/** A generated step. Its numbers and its caller are resolved when it runs. */
export type StepTemplate = Step extends infer One ? (One extends By ? Omit<One, 'by'> & { by: CallerTemplate } : One) : never

/** The state before a sequence. An item's parent precedes it in the list. */
export type Start = {
  items: Omit<Item, 'id' | 'maker'>[]
  members: `${Group} ${User}`[]
}

/** The response to a step as JSON with a fixed order, so that responses compare deeply. */
export type Answer = { code: string | null; [name: string]: Json }
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
