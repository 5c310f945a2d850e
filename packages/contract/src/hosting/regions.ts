import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, Maybe, schema, type Static, Type } from '../schema.ts'

export const RegionResponse = schema('RegionResponse', {
  id: Id,
  name: Type.String({ description: 'The value that creating a deployment takes.' }),
  title: Maybe(Type.String()),
  provider: Maybe(Type.String()),
  isPublic: Maybe(Type.Boolean()),
  isDedicated: Maybe(Type.Boolean()),
  isHybrid: Maybe(Type.Boolean()),
  useAiEngineer: Maybe(Type.Boolean()),
})
export type Region = Static<typeof RegionResponse>

const exampleRegion: Region = { id: 1, name: 'local', title: 'This installation', provider: 'self-hosted', isPublic: false }

export const listRegions = operation({
  id: 'listRegions',
  method: 'GET',
  database: 'none',
  path: '/api/v1/regions',
  tag: 'Regions',
  summary: 'List the regions a deployment can be created in',
  description: 'The operator names them in FACET_REGIONS; an installation that names none has one, `local`.',
  query: PageQuery,
  returns: page('RegionsListResponse', RegionResponse),
  failures: ['invalid_cursor'],
  action: null,
  reach: 'caller',
  credentials: ['api_key'],
  presets: ['ci'],
  example: { returns: { items: [exampleRegion], data: [exampleRegion], pageInfo: { hasNextPage: false, hasPreviousPage: false } } },
})
