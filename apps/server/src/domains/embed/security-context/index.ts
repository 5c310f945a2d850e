/** What a caller may put into the security context of its queries. */
export { contextLimits, type ContextProblem, contextProblems, requireSafeContext } from './security-context-rules.ts'
