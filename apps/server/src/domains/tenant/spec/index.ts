/** The OpenAPI document of the running build. */
export { getSpec } from './get-spec.ts'
