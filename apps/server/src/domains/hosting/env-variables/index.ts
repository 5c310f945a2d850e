/** Variables of a deployment: what may be one. */
export { type EnvVariable, requireStorable } from './env-variable-rules.ts'
