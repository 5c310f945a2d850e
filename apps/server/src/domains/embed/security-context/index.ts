/** The security context: what a caller may put into it, and what a query sees of its user. */
export { contextGroupsOf, effectiveValue, securityContextOf, userAttributesOf } from './security-context.ts'
export { contextLimits, type ContextProblem, contextProblems, requireSafeContext } from './security-context-rules.ts'
