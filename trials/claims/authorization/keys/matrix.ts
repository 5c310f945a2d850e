import { type Asked, askEverything, freshTargets, type Holders } from './asking.ts'
import type { Call } from './call.ts'
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
  return {
    credential,
    pair,
    holders,
    asked: await askEverything(world, credential, await freshTargets(world, pair, holders, credential.keyId)),
  }
}

const shownIn = (asked: Asked[], operation: string): Record<string, unknown>[] | undefined => {
  const list = asked.find(({ call }) => call.operation === operation)
  return list?.verdict === 'allowed' ? (list.answer.body['items'] as Record<string, unknown>[]) : undefined
}

type Looked = { list: string; field: string; one: string; of: (call: Call) => string | number | undefined }

const lists: Looked[] = [
  { list: 'getDeployments', field: 'id', one: 'getDeployment', of: ({ params }) => params?.['deploymentId'] },
  { list: 'listEmbedTenants', field: 'name', one: 'listEmbedUsers', of: ({ params }) => params?.['embedTenantName'] },
]

/** The list must show what single look-ups would, where the key may make them: no more and no less. */
const listDivergences = ({ credential, asked }: Row): Divergence[] =>
  lists.flatMap(({ list, field, one, of }) => {
    const shown = new Set(shownIn(asked, list)?.map((item) => item[field]))
    if (shownIn(asked, list) === undefined || isKeptByName(credential, one)) return []
    return asked
      .filter(({ call }) => call.operation === one)
      .filter(({ call, verdict }) => shown.has(of(call)) !== (verdict === 'allowed'))
      .map(({ call, verdict }) => ({
        credential: credential.label,
        call: `${list} shows ${of(call)}`,
        expected: verdict,
        got: String(shown.has(of(call))),
      }))
  })

/** Whether the look-up is refused by its name, which says nothing about what it is to look up. */
const isKeptByName = ({ scope }: Credential, operation: string): boolean =>
  (scope.operations ? !scope.operations.includes(operation) : false) || (scope.preset ? scope.preset !== 'read-only' : false)

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
