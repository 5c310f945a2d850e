import { ResourceOwner } from '../content/item-parts.ts'
import { MemberUse } from '../content/member-parts.ts'
import { Maybe, OneOf, schema, type Static, Type } from '../schema.ts'

/** Counted as every count of content is. */
const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Retyped: of another type, which its filters and time ranges do not fit any more; other uses of it stay whole. */
export const MemberBreak = OneOf('MemberBreak', ['removed', 'renamed', 'hidden', 'retyped'])
export type MemberBreak = Static<typeof MemberBreak>

export const BrokenUse = schema(
  'BrokenUse',
  {
    member: Type.String({ description: 'As the content has it, such as `orders.total`.' }),
    reason: MemberBreak,
    renamedTo: Maybe(Type.String({ description: 'What the same member is called now.' })),
    usedIn: MemberUse.properties.usedIn,
    part: MemberUse.properties.part,
    byText: MemberUse.properties.byText,
  },
  {
    description:
      'One name in one place of an item. `retyped` is a member of another type: its filters and time ranges do not fit it any more, while other uses of it stay whole.',
  },
)
export type BrokenUse = Static<typeof BrokenUse>

export const BrokenItem = schema(
  'BrokenItem',
  {
    type: OneOf('BrokenItemType', ['REPORT', 'DASHBOARD', 'WORKBOOK']),
    id: Type.Integer({ minimum: 1, description: 'Of the report or of the workbook.' }),
    publicId: Maybe(Type.String({ description: 'Of the report or of the published dashboard.' })),
    name: Type.String(),
    owner: ResourceOwner,
    isShownToCustomers: Type.Boolean({ description: 'It may be embedded, or is shared with embed users.' }),
    uses: Type.Array(BrokenUse, { description: 'The first 20.' }),
  },
  { description: '`DASHBOARD` is what is published of a workbook, `WORKBOOK` its draft and its calculated fields.' },
)
export type BrokenItem = Static<typeof BrokenItem>

export const RenamedMember = schema('RenamedMember', { from: Type.String(), to: Type.String() })
export type RenamedMember = Static<typeof RenamedMember>

export const BrokenContent = schema(
  'BrokenContent',
  {
    items: Type.Array(BrokenItem, { description: 'The first 100 that the caller may see, those that customers see first.' }),
    total: count('All that break, also those that the caller may not see and those of embed tenants; counted up to 10000.'),
    shownToCustomers: count('Those of them that customers see.'),
    hasMore: Type.Boolean({
      description: 'More break than are listed: because there are more, or because they are not for the caller to see.',
    }),
    isUncertain: Type.Boolean({
      description:
        'A changed file could not be read, or more names break than are looked for: more content may break, or some of this may be whole.',
    }),
    needsAcknowledgement: Type.Boolean({ description: '`breakingMerges` wants it acknowledged when it reaches the base.' }),
    renames: Type.Array(RenamedMember, {
      description: 'Members that are only called otherwise now, the first 1000: as `repairContent` takes them once they are served.',
    }),
  },
  { description: 'Reports and dashboards that fail where the base gets this change.' },
)
export type BrokenContent = Static<typeof BrokenContent>
