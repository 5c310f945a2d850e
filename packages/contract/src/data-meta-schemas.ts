import { Itself, JsonObject, OneOf, schema, type TSchema, Type } from './schema.ts'

const text = Type.Optional(Type.String())
const list = <T extends TSchema>(item: T) => Type.Optional(Type.Array(item))
const meta = Type.Optional(JsonObject)

const SimpleFormat = OneOf('V1CubeMetaSimpleFormat', ['percent', 'currency', 'number', 'imageUrl', 'id', 'link'])
const LinkFormat = schema('V1CubeMetaLinkFormat', { label: Type.String(), type: OneOf('V1LinkFormatType', ['link']) })
const CustomTimeFormat = schema('V1CubeMetaCustomTimeFormat', {
  type: OneOf('V1CustomTimeFormatType', ['custom-time']),
  value: Type.String(),
})
const CustomNumericFormat = schema('V1CubeMetaCustomNumericFormat', {
  type: OneOf('V1CustomNumericFormatType', ['custom-numeric']),
  value: Type.String(),
  alias: text,
})
const format = Type.Optional(Type.Union([SimpleFormat, LinkFormat, CustomTimeFormat, CustomNumericFormat]))
const formatDescription = Type.Optional(
  schema('V1CubeMetaFormatDescription', { name: Type.String(), specifier: Type.String(), currency: text }),
)

const named = { name: Type.String(), title: text, shortTitle: text, description: text, meta }
const member = { ...named, type: Type.String(), aliasMember: text, format, formatDescription, currency: text }

const Measure = schema('V1CubeMetaMeasure', { ...member, aggType: text })

const Granularity = schema('V1CubeMetaDimensionGranularity', {
  name: Type.String(),
  title: Type.String(),
  interval: text,
  sql: text,
  offset: text,
  origin: text,
})

const Dimension = schema('V1CubeMetaDimension', {
  ...member,
  granularities: list(Granularity),
  order: Type.Optional(OneOf('V1CubeMetaDimensionOrder', ['asc', 'desc'])),
  key: text,
})

const Segment = schema('V1CubeMetaSegment', { ...named, title: Type.String(), shortTitle: Type.String() })
const Join = schema('V1CubeMetaJoin', { name: Type.String(), relationship: Type.String() })
const Folder = schema('V1CubeMetaFolder', { name: Type.String(), members: Type.Array(Type.String()) })
type Nested = { name: string; members: (string | Nested)[] }
const NestedFolder = schema('V1CubeMetaNestedFolder', {
  name: Type.String(),
  members: Type.Array(Type.Union([Type.String(), Itself<Nested>('V1CubeMetaNestedFolder')])),
})
const Hierarchy = schema('V1CubeMetaHierarchy', { name: Type.String(), aliasMember: text, title: text, levels: Type.Array(Type.String()) })

const CubeMeta = schema('V1CubeMeta', {
  name: Type.String(),
  title: text,
  type: OneOf('V1CubeMetaType', ['cube', 'view']),
  meta,
  description: text,
  measures: Type.Array(Measure),
  dimensions: Type.Array(Dimension),
  segments: Type.Array(Segment),
  joins: list(Join),
  folders: list(Folder),
  nestedFolders: list(NestedFolder),
  hierarchies: list(Hierarchy),
})

export const V1MetaResponse = schema('V1MetaResponse', { cubes: list(CubeMeta), compilerId: text })
