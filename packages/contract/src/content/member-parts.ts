import { Id, Nullable, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { exampleOwner, ResourceOwner, WorkspaceItemType } from './item-parts.ts'
import { PublicId } from './report-parts.ts'

export const MemberName = Text(255, { pattern: '^[_a-zA-Z][_a-zA-Z0-9]*\\.[_a-zA-Z][_a-zA-Z0-9]*$' })

/** Where an item uses a member of the data model. */
export const MemberUse = schema('ContentMemberUse', {
  state: OneOf('ContentMemberState', ['saved', 'published']),
  usedIn: OneOf('ContentMemberUsedIn', ['query', 'chart', 'filter', 'calculated', 'sql']),
  part: Nullable(Type.String({ description: 'Id of a widget, or name of a calculated field; null: the item itself.' })),
  member: Type.String({ description: '`cube.member`' }),
  byText: Type.Boolean({ description: 'Read out of a text: it may be something else.' }),
})

/** What tells one item from another in a list of them. */
export const ContentItemHead = schema('ContentItemHead', {
  type: WorkspaceItemType,
  id: Id,
  name: Type.String(),
  publicId: Nullable(PublicId),
  workbookId: Nullable(Id),
  owner: ResourceOwner,
})
export type ContentItemHead = Static<typeof ContentItemHead>

export const exampleHead: ContentItemHead = {
  type: 'WORKBOOK',
  id: 2101,
  name: 'Revenue',
  publicId: 'Zp81xLwQm3aB',
  workbookId: null,
  owner: exampleOwner,
}
