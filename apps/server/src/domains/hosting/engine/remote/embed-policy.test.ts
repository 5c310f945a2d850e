import { describe, expect, it } from 'vitest'
import type { EmbedPolicy, EngineLease, PinnedCaller } from '../engines/index.ts'
import { createPolicyOfCallers } from './embed-policy.ts'

const visitor = { ctx: { shop: 7 }, facet: { embed: true } }

/** What is signed under one policy after the other, each with a lease of its own. */
const signedUnder = (caller: PinnedCaller, ...policies: (EmbedPolicy | undefined)[]): PinnedCaller[] => {
  const signed: PinnedCaller[] = []
  const under = createPolicyOfCallers()
  for (const policy of policies) {
    const sign = (pinned: PinnedCaller): string => String(signed.push(pinned))
    under({ sign } as EngineLease, policy).sign(caller)
  }
  return signed
}

describe('the policy of a caller', () => {
  it('is the one of now, and the context is left as it is', () => {
    const [first, then] = signedUnder(visitor, 'allow', 'refuse')

    expect([first?.facet, then?.facet]).toEqual([
      { embed: true, policy: 'allow' },
      { embed: true, policy: 'refuse' },
    ])
    expect(then?.ctx).toBe(visitor.ctx)
  })

  it('makes one object each, so that nobody is signed more often for it', () => {
    const [first, other, again] = signedUnder(visitor, 'refuse', 'allow', 'refuse')

    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('is not told of those who are in no frame, nor where nobody knows it', () => {
    const owner = { ctx: {} }

    expect(signedUnder(owner, 'refuse')[0]).toBe(owner)
    expect(signedUnder(visitor, undefined)[0]).toBe(visitor)
  })
})
