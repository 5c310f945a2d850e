import { type EmbedPolicy, stricterOf } from './embed-policy.ts'
import type { EngineClaims } from './engine-token.ts'
import type { Request, SecurityContext } from './engine-types.ts'

export type Caller = {
  isEmbed: boolean
  /** What it gets from a cube without an access policy. */
  policy: EmbedPolicy
}

const frozen = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}

/** The reserved part is always there, since a policy that reads it would throw otherwise, and no hook can change it. */
const completed = (context: SecurityContext): SecurityContext => ({
  ...context,
  cubeCloud: frozen({ groups: [], userAttributes: {}, ...context.cubeCloud }) as NonNullable<SecurityContext['cubeCloud']>,
})

/** Remembers who is behind a security context, beside it: what is in it belongs to the model. */
export const createCallers = (embedPolicy: EmbedPolicy) => {
  const known = new WeakMap<object, Caller>()
  return {
    /** A request that a token was accepted for. */
    admit: (request: Request, { ctx, facet }: EngineClaims): void => {
      const context = completed(ctx)
      const isEmbed = facet?.embed === true
      known.set(context, { isEmbed, policy: isEmbed ? stricterOf(embedPolicy, facet.policy ?? embedPolicy) : 'allow' })
      Object.assign(request, { securityContext: context })
    },
    find: (context: unknown): Caller | undefined => (typeof context === 'object' && context !== null ? known.get(context) : undefined),
  }
}

export type Callers = ReturnType<typeof createCallers>
