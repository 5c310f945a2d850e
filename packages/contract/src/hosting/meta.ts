import { operation } from '../operation.ts'
import { Id, JsonObject, Maybe, schema, Text, Type } from '../schema.ts'

export const MetaResponse = schema('MetaResponse', {
  cubes: Type.Array(JsonObject, { description: 'Cubes and views, as `/v1/meta` of the data API has them.' }),
  compilerId: Type.Optional(Type.String()),
})

const common = {
  path: '/api/v1/meta',
  tag: 'Meta',
  database: 'steps',
  returns: MetaResponse,
  failures: [
    'deployment_not_found',
    'deployment_required',
    'no_build',
    'engine_starting',
    'engine_failed',
    'engine_unavailable',
    'metadata_failed',
    'security_context_too_large',
  ],
  action: 'DeploymentRead',
  reach: 'caller',
  credentials: ['api_key'],
  presets: ['ci'],
  own: true,
} as const

const exampleMeta = {
  cubes: [
    {
      name: 'orders',
      title: 'Orders',
      type: 'cube',
      measures: [{ name: 'orders.count', type: 'number', aggType: 'count' }],
      dimensions: [{ name: 'orders.status', type: 'string' }],
      segments: [],
    },
  ],
}

const whose =
  'The engine of the deployment is asked with the security context of the caller, as `POST …/token` would carry it: access policies decide what is in the answer. ' +
  'A deployment has to be named only by those who may see several.'

export const getMeta = operation({
  ...common,
  id: 'getMeta',
  method: 'GET',
  summary: 'Read the cubes and views of a deployment that the caller may see',
  description: whose,
  query: Type.Object({
    deploymentId: Type.Optional(Id),
    onlyViews: Type.Optional(Type.Boolean({ description: 'Views alone.' })),
  }),
  example: { query: { deploymentId: 1042 }, returns: exampleMeta },
})

/** What to read, where it is not everything. */
export const MetaSelectors = schema('MetaSelectors', {
  deploymentId: Maybe(Id),
  cubes: Maybe(Type.Array(Text(255), { maxItems: 1000, description: 'Names of cubes and views; the others are left out.' })),
  onlyViews: Maybe(Type.Boolean({ description: 'Views alone.' })),
})

export const queryMeta = operation({
  ...common,
  id: 'queryMeta',
  method: 'POST',
  summary: 'Read some of the cubes and views of a deployment that the caller may see',
  description: `${whose} A list of names as \`selectors\` means the same as \`{ "cubes": […] }\`; left out, everything.`,
  body: schema('QueryMetaInput', {
    selectors: Maybe(Type.Union([MetaSelectors, Type.Array(Text(255), { maxItems: 1000 })])),
  }),
  skipsAutomaticAudit: true,
  example: { body: { selectors: { deploymentId: 1042, cubes: ['orders'] } }, returns: exampleMeta },
})
