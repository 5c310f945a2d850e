/** A member's place in its file. */
export type SourceLocation = { file: string; line: number }

export type PartKind = 'dimension' | 'measure' | 'segment' | 'hierarchy' | 'pre_aggregation' | 'join'

/** A public flag may be an expression that only the engine can evaluate; it is then kept as text. */
export type PublicFlag = boolean | string

/** Anything named within a cube or view. Property values are canonical text, so that equal means the same. */
export type Part = SourceLocation & {
  kind: PartKind
  name: string
  props: Map<string, string>
  isPublic: PublicFlag
  isPrimaryKey: boolean
  /** Of a member of a view: the path of joins to the cube's member behind it. */
  source?: string
}

/** One condition on a row that a policy's filters are made of. */
export type RowTest = { key: string; member: string; operator: string; plainValues: string[] | null }

/** Alternatives, each a set of tests that must all hold. One empty alternative is no restriction. */
export type RowFilter = RowTest[][]

export type MemberList = { includes: Set<string> | '*'; excludes: Set<string> | '*' }

export type Policy = {
  line: number
  /** `*` is everyone. Callers in none of them are not concerned by this policy. */
  groups: string[]
  conditions: string[]
  /** Absent: every member. */
  full: MemberList | null
  masked: MemberList | null
  rows: RowFilter
  text: string
}

/** A cube or view with everything it inherits and, of a view, everything it includes. */
export type Entity = SourceLocation & {
  kind: 'cube' | 'view'
  name: string
  props: Map<string, string>
  isPublic: PublicFlag
  parts: Map<string, Part>
  /** Empty: no policy, everyone sees everything. */
  policies: Policy[]
  policyLine: number
  /** Part of the definition could not be read: what is known of it is not all there is. */
  isUncertain: boolean
}

export type Opaque = SourceLocation & { reason: string; digest: string }

export type ViewGroup = SourceLocation & { name: string; text: string }

export type Model = { entities: Map<string, Entity>; viewGroups: Map<string, ViewGroup>; opaque: Opaque[] }

/** Dimensions, measures and segments share their names; the other kinds have names of their own. */
export const partKey = (kind: PartKind, name: string): string =>
  kind === 'hierarchy' || kind === 'pre_aggregation' || kind === 'join' ? `${kind}:${name}` : name

export const isMember = (part: Part): boolean => part.kind === 'dimension' || part.kind === 'measure' || part.kind === 'segment'
