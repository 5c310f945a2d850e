import type { EmbedPolicy, EngineLease, PinnedCaller } from '../engines/index.ts'

type Told = Partial<Record<EmbedPolicy, PinnedCaller>>

/**
 * A process knows the policy it was started with; what an owner has decided since then travels with the caller. One object for each caller
 * and policy, since whoever signs knows callers by their identity.
 */
export const createPolicyOfCallers = () => {
  const known = new WeakMap<PinnedCaller, Told>()
  const under = (caller: PinnedCaller, policy: EmbedPolicy): PinnedCaller => {
    if (caller.facet?.embed !== true) return caller
    const told = known.get(caller) ?? {}
    known.set(caller, told)
    return (told[policy] ??= { ctx: caller.ctx, facet: { embed: true, policy } })
  }
  /** Whoever it is signed for is told the policy of now. */
  return (lease: EngineLease, policy: EmbedPolicy | undefined): EngineLease => {
    if (policy === undefined) return lease
    const { sign } = lease
    lease.sign = (caller) => sign(under(caller, policy))
    return lease
  }
}
