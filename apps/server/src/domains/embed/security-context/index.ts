/** The security context: what a query sees of its user. */
export { contextGroupsOf, effectiveValue, securityContextOf, userAttributesOf } from './security-context.ts'
