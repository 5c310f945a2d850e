import { operations } from '@facet/contract'
import { eachOf } from '../../harness/each-of.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { type CallName, callNames, callOf, operationOf } from './calls.ts'
import { verdictIn } from './matrix.ts'
import { type Rule, rules } from './oracle.ts'
import { askAs, type Cast, type Person } from './people.ts'
import { addSets, markersIn, readSets } from './sets.ts'

/** A call by way of a deployment that the content is not of, and what it told or did nevertheless. */
export type Strayed = { call: CallName; by: string; got: string }

const names = callNames.filter((name) => operations[operationOf(name)].path.includes('{deploymentId}'))

/** Names that somebody else has are free in another tenant, so that nobody learns there that they are taken. */
const isFreeElsewhere = (call: CallName, by: string): boolean => by === 'another tenant' && call.startsWith('upsert')

const expectedOf = (call: CallName, by: string): string | null => {
  const rule: Rule = rules[call]
  if (rule.needs.length > 0) return 'hidden'
  return isFreeElsewhere(call, by) ? 'done' : null
}

/** What lies in another deployment of the tenant, or of another tenant, is not there for anybody, whatever they may do with it at its place. */
export const tryElsewhere = async (
  facet: FacetProcess,
  cast: Cast,
  next: () => number,
  other: number,
): Promise<{ calls: number; strayed: Strayed[] }> => {
  const { people, foreign } = cast
  const askers: { by: string; person: Person; deploymentId: number }[] = [
    { by: 'another deployment', person: people.owner, deploymentId: other },
    { by: 'another deployment, as administrator', person: people.admin, deploymentId: other },
    { by: 'another tenant', person: people.foreigner, deploymentId: foreign.deploymentId },
  ]
  const planned = names.flatMap((call) => askers.map((asker) => ({ call, ...asker })))
  const sets = await addSets(
    cast,
    next,
    planned.map(
      ({ call }) => ({ place: 'console', shared: call === 'sharedWorkspaceObjects' ? 'all' : 'nobody', allowEmbed: true }) as const,
    ),
  )
  const before = await readSets(cast, sets)
  const strayed = await eachOf(planned, 8, async ({ call, by, person, deploymentId }, index): Promise<Strayed[]> => {
    const set = sets[index]
    if (!set) return []
    const answer = await askAs(facet, person, callOf(call, set, { ...cast, deploymentId }))
    const got = verdictIn(answer, call)
    const expected = expectedOf(call, by)
    return (expected !== null && got !== expected) || markersIn(answer.text).length > 0 || got.startsWith('status 5')
      ? [{ call, by, got: `${got} ${answer.code}` }]
      : []
  })
  const after = await readSets(cast, sets)
  const changed = planned.flatMap(({ call, by }, index) => {
    const marker = sets[index]?.marker ?? ''
    return before.get(marker) === after.get(marker) ? [] : [{ call, by, got: 'changed' }]
  })
  return { calls: planned.length, strayed: [...strayed.flat(), ...changed] }
}
