import { JsonObject, Maybe, OneOf, strictSchema, type Static, Text, Type } from '../schema.ts'
import { DashboardConfigInput } from './dashboard-config-parts.ts'
import { CalculatedFields, contentLimits, ItemName } from './item-parts.ts'
import { PivotItems, PublicId, ReportMeta, ReportSource } from './report-parts.ts'

/** Of an archive of content: all of it, one file of it, and how many files. */
export const archiveLimits = { maxBytes: 512 * 1_048_576, maxFileBytes: 16 * 1_048_576, maxFiles: 100_000, maxChanges: 20_000 } as const

export const GrantLevel = OneOf('ContentGrantLevel', ['view', 'edit', 'full'])

const Grant = strictSchema('ContentFileGrant', {
  to: OneOf('ContentFileGrantee', ['user', 'service_account', 'group', 'organization', 'embed_tenant', 'all_embed_users']),
  name: Type.Optional(
    Text(320, { minLength: 1, description: 'Email of a user, else the name. Of the organization and of all embed users: none.' }),
  ),
  level: GrantLevel,
})
export type ContentFileGrant = Static<typeof Grant>

const FolderPath = Type.Array(ItemName, {
  maxItems: contentLimits.folderDepth,
  description: 'Names from the root down; empty at the root.',
})

/** Who it belongs to and whom it is shared with; only in the export of an administrator of the tenant. */
const sharing = {
  owner: Maybe(Text(330, { description: 'Email of a user, or `service-account:` and a name.' })),
  grants: Type.Optional(Type.Array(Grant, { maxItems: contentLimits.grants })),
}
const revision = { revision: Maybe(Text(100, { description: 'Of what was exported: by it an import tells what was changed since.' })) }
const Query = Text(contentLimits.queryCharacters)

const texts = {
  name: ItemName,
  title: Maybe(Text(1000)),
  description: Maybe(Text(10_000)),
  jsonQuery: Maybe(Query),
  sqlQuery: Maybe(Query),
  pivotItems: Maybe(PivotItems),
  meta: Maybe(ReportMeta),
}

export const FolderFile = strictSchema('ContentFolderFile', {
  path: Type.Array(ItemName, { minItems: 1, maxItems: contentLimits.folderDepth }),
  position: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  ...sharing,
  ...revision,
})
export type FolderFile = Static<typeof FolderFile>

export const ReportFile = strictSchema('ContentReportFile', {
  publicId: PublicId,
  folder: Type.Optional(FolderPath),
  ...texts,
  source: Maybe(ReportSource),
  ...sharing,
  ...revision,
})
export type ReportFile = Static<typeof ReportFile>

export const WorkbookFile = strictSchema('ContentWorkbookFile', {
  key: PublicId,
  slug: Maybe(Text(100)),
  name: ItemName,
  folder: FolderPath,
  meta: Type.Optional(JsonObject),
  calculatedFields: Type.Optional(CalculatedFields),
  draft: Maybe(DashboardConfigInput),
  ...sharing,
  ...revision,
})
export type WorkbookFile = Static<typeof WorkbookFile>

export const SnapshotFile = strictSchema('ContentSnapshotFile', {
  publicId: PublicId,
  ...texts,
  calculatedFields: Type.Optional(CalculatedFields),
})
export type SnapshotFile = Static<typeof SnapshotFile>

export const DashboardFile = strictSchema('ContentDashboardFile', {
  publicId: PublicId,
  allowEmbed: Type.Boolean(),
  title: Maybe(Text(1000)),
  description: Maybe(Text(10_000)),
  config: DashboardConfigInput,
  snapshots: Type.Array(SnapshotFile, { maxItems: contentLimits.widgets }),
  grants: sharing.grants,
  ...revision,
})
export type DashboardFile = Static<typeof DashboardFile>
