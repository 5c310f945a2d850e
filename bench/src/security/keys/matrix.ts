import { type Asked, askEverything, freshTargets, type Holders } from './asking.ts'
import type { Credential, Owner, OwnerPlan, Pair, ScopePlan } from './credentials.ts'
import { type Rules, verdictOf } from './oracle.ts'
import type { World } from './world.ts'

/** One credential and what every operation said to it. */
export type Row = { credential: Credential; pair: Pair; holders: Holders; asked: Asked[] }
export type Accounts = { admin: Owner; viewer: Owner; stranger: Owner }
export type Divergence = { credential: string; call: string; expected: string; got: string }

export const makeRow = async (world: World, accounts: Accounts, ownerPlan: OwnerPlan, scopePlan: ScopePlan): Promise<Row> => {
  const pair = await world.addDeployments()
  const owner = await world.addOwner(ownerPlan, pair)
  const credential = await world.addKey(owner, scopePlan, pair)
  const holders: Holders = [owner.principalId, accounts.stranger.principalId, accounts.admin.principalId, accounts.viewer.principalId]
  return { credential, pair, holders, asked: await askEverything(world, credential, await freshTargets(world, pair, holders)) }
}

/** The list must show what single look-ups would: no more and no less. */
const listDivergences = ({ credential, pair, asked }: Row): Divergence[] => {
  const list = asked.find(({ call }) => call.operation === 'getDeployments')
  if (list?.verdict !== 'allowed') return []
  const shown = new Set((list.answer.body['items'] as { id: number }[]).map(({ id }) => id))
  const { scope, owner } = credential
  const isReached = (id: number): boolean =>
    (scope.deploymentIds?.includes(id) ?? true) &&
    owner.grants.some(({ deploymentIds }) => deploymentIds === null || deploymentIds.includes(id))
  return Object.values(pair)
    .filter((id) => shown.has(id) !== isReached(id))
    .map((id) => ({
      credential: credential.label,
      call: `getDeployments shows ${id}`,
      expected: String(isReached(id)),
      got: String(shown.has(id)),
    }))
}

/** Where the service and the oracle disagree, whichever of the two is the more generous. */
export const divergencesOf = (rules: Rules, rows: Row[]): Divergence[] =>
  rows.flatMap((row) => [
    ...row.asked.flatMap(({ call, name, verdict, answer }) => {
      const expected = verdictOf(rules, row.credential, call, row.pair)
      const got = verdict === 'other' ? `${answer.status} ${answer.code}` : verdict
      return expected === verdict ? [] : [{ credential: row.credential.label, call: name, expected, got }]
    }),
    ...listDivergences(row),
  ])

export const countVerdicts = (rows: Row[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { asked } of rows) for (const { verdict } of asked) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}
