import type { TObject, TSchema } from 'typebox'
import { type Json, type JsonMap, referenced } from './openapi.ts'
import {
  V1CubeSqlLine,
  V1CubeSqlRequest,
  V1DryRunResponse,
  V1Error,
  V1LoadRequest,
  V1LoadResponse,
  V1QueryParameters,
  V1SqlResponse,
} from './data-load-schemas.ts'
import { V1MetaResponse } from './data-meta-schemas.ts'
import { Type } from './schema.ts'

/** An operation of the data API. It is the engine's: what passes is decided by the gateway, what it means by Cube. */
export type DataOperation = {
  id: string
  method: 'get' | 'post'
  path: `/v1/${string}`
  /** What a token must be for. */
  scope: 'meta' | 'data' | 'sql'
  summary: string
  query?: TObject
  body?: TSchema
  returns: TSchema
  isLines?: true
  /** Ours beside the reference's. */
  own?: true
}

const MetaParameters = Type.Object({
  extended: Type.Optional(Type.String({ description: 'Present: with joins, pre-aggregations and SQL. Not for embed sessions.' })),
  onlyViews: Type.Optional(Type.String({ description: '`true`: views alone.' })),
})

const load = { path: '/v1/load', scope: 'data', returns: V1LoadResponse } as const
const dryRun = { path: '/v1/dry-run', scope: 'data', returns: V1DryRunResponse, own: true } as const
const sql = { path: '/v1/sql', scope: 'sql', returns: V1SqlResponse, own: true } as const

export const dataOperations: readonly DataOperation[] = [
  { id: 'loadV1', method: 'post', summary: 'Run a query', body: V1LoadRequest, ...load },
  { id: 'getLoadV1', method: 'get', summary: 'Run a query that the address holds', query: V1QueryParameters, own: true, ...load },
  {
    id: 'metaV1',
    method: 'get',
    path: '/v1/meta',
    scope: 'meta',
    summary: 'Read the cubes and views one may see',
    query: MetaParameters,
    returns: V1MetaResponse,
  },
  { id: 'getSqlV1', method: 'get', summary: 'Get the SQL of a query', query: V1QueryParameters, ...sql },
  { id: 'sqlV1', method: 'post', summary: 'Get the SQL of a query', body: V1LoadRequest, ...sql },
  { id: 'getDryRunV1', method: 'get', summary: 'Check a query without running it', query: V1QueryParameters, ...dryRun },
  { id: 'dryRunV1', method: 'post', summary: 'Check a query without running it', body: V1LoadRequest, ...dryRun },
  {
    id: 'cubesqlV1',
    method: 'post',
    path: '/v1/cubesql',
    scope: 'data',
    summary: 'Run a statement of SQL over cubes and views, where the engine has its addon; elsewhere it answers 501',
    body: V1CubeSqlRequest,
    returns: V1CubeSqlLine,
    isLines: true,
  },
]

const parametersOf = ({ query }: DataOperation, components: JsonMap): Json[] =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: referenced(schema, components),
  }))

const document = (operation: DataOperation, components: JsonMap): JsonMap => {
  const json = (schema: TSchema): JsonMap => ({ 'application/json': { schema: referenced(schema, components) } })
  const failure = (description: string): JsonMap => ({ description, content: json(V1Error) })
  return {
    operationId: operation.id,
    tags: ['Data'],
    summary: operation.summary,
    ...(operation.own ? { 'x-facet': true } : {}),
    'x-facet-scope': operation.scope,
    parameters: parametersOf(operation, components),
    ...(operation.body ? { requestBody: { required: operation.id === 'cubesqlV1', content: json(operation.body) } } : {}),
    responses: {
      '200': { description: operation.isLines ? 'One object a line.' : 'Done, or `Continue wait`.', content: json(operation.returns) },
      '4XX': failure('Refused: the token, its scope, the query, or the warehouse.'),
      '5XX': failure('A member that is not there, an engine that starts or is away, or what this engine has not.'),
    },
    security: [{ apiToken: [] }],
  }
}

/** The OpenAPI document of the data API: paths lie below the base path of a deployment. */
export const dataOpenApiDocument = () => {
  const components: JsonMap = {}
  const paths: { [path: string]: JsonMap } = {}
  for (const operation of dataOperations) (paths[operation.path] ??= {})[operation.method] = document(operation, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Facet data API',
      version: '1.0.0',
      description: 'Queries over the data model of one deployment, answered by its Cube engine.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/deployment/{slug}/cubejs-api', variables: { slug: { default: 'storefront-k3v9qd' } } }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        apiToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            'The token itself, with no word before it: one of an environment or a deployment, an embed token, or a JWT signed with the secret of the deployment.',
        },
      },
    },
  }
}
