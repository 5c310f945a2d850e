import { operations } from '@facet/contract'
import { eachOf } from '../../harness/each-of.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { type CallName, callNames, callOf, operationOf } from './calls.ts'
import { type Rule, rules } from './oracle.ts'
import { askAs, type Cast, type Person } from './people.ts'
import type { ContentSet } from './sets.ts'

export const readNames: CallName[] = callNames.filter((name) => operations[operationOf(name)].method === 'GET')

const isAboutOne = (name: CallName): boolean => {
  const rule: Rule = rules[name]
  return rule.needs.length > 0 || rule.special !== undefined
}

/** Every read there is, on what the set has: those that showed something of it, or found it. */
export const readsThatReach = async (
  facet: FacetProcess,
  cast: Cast,
  person: Pick<Person, 'host' | 'secret'>,
  set: ContentSet,
): Promise<CallName[]> => {
  const reached = await eachOf(readNames, 4, async (name) => {
    const { status, text } = await askAs(facet, person, callOf(name, set, cast))
    return text.includes(set.marker) || (status === 200 && isAboutOne(name)) ? [name] : []
  })
  return reached.flat()
}
