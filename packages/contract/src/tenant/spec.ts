import { operation } from '../operation.ts'
import { JsonObject } from '../schema.ts'

export const getSpec = operation({
  id: 'getSpec',
  method: 'GET',
  database: 'none',
  path: '/api/v1/spec',
  tag: 'OpenAPI Spec',
  summary: 'Get the OpenAPI 3.1 document of the running build',
  returns: JsonObject,
  failures: [],
  action: null,
  reach: 'caller',
  credentials: ['api_key'],
  presets: ['ci', 'mint-only'],
  example: { returns: { openapi: '3.1.0', info: { title: 'Facet', version: '1.0.0' }, paths: {} } },
})
