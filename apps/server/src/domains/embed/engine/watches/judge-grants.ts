import type { FunctionCalls } from '#db'
import type { GrantState, JudgeGrants } from './grant-checks.ts'

/** By the one rule of validity; a grant that is not there any more was revoked. */
export const createJudgeGrants =
  (calls: FunctionCalls): JudgeGrants =>
  async (tenantId, grants) => {
    const states = await calls.call<{ place: number; state: GrantState | null }>(
      'judge-grants',
      'select * from facet_judge_grants($1, $2, $3)',
      [tenantId, grants.map(({ bucket }) => bucket), grants.map(({ grantId }) => grantId)],
    )
    const byPlace = new Map(states.map(({ place, state }) => [place - 1, state]))
    return grants.map((_, place) => byPlace.get(place) ?? 'revoked')
  }
