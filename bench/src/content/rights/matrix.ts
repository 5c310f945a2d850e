import type { OperationId } from '@facet/contract'
import { eachOf } from '../../harness/each-of.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { type CallName, callOf, exampleCallOf, framesOf, type Sent } from './calls.ts'
import { isShownIn, levelOf, mayMeet, mayMeetPublished, type Rule, rules, type Verdict, verdictOf, watchedOnly } from './oracle.ts'
import { type Answered, askAs, type Cast, type PersonName, personNames } from './people.ts'
import { addSets, type ContentSet, markersIn, places, publishedIn, readSets, type SetPlan } from './sets.ts'

/** One call by one person on a set of its own. */
type Cell = { call: string; person: PersonName; rule: Rule; set: ContentSet; sent: Sent }

/** What was not as the oracle says it. */
export type Divergence = { call: string; person: PersonName; place: string; shared: string; expected: string; got: string }

const workers = 8

/** Operations on several items answer of each what the operation of one item would. */
const itemStatus = ({ status, text }: Answered): number => Number(/"error":\{"status":(\d+)/.exec(text)?.[1] ?? status)

export const verdictIn = (answer: Answered, call: string): Verdict | `status ${number}` => {
  const status = /^(bulk|preview)/.test(call) ? itemStatus(answer) : answer.status
  if (status >= 200 && status < 300) return 'done'
  if (status === 403) return answer.code === 'python_disabled' ? 'disabled' : 'refused'
  if (status === 404) return 'hidden'
  return status === 409 ? 'taken' : `status ${status}`
}

const of = ({ call, person, set }: Cell, expected: string, got: string): Divergence => ({
  call,
  person,
  place: set.place,
  shared: `${set.shared}${set.allowEmbed ? '' : ', not allowed'}`,
  expected,
  got,
})

const judge = (cell: Cell, answer: Answered, sets: ReadonlyMap<string, ContentSet>): Divergence[] => {
  const expected = verdictOf(cell.rule, cell.person, cell.set)
  const got = verdictIn(answer, cell.call)
  const found: Divergence[] = expected === 'any' || expected === got ? [] : [of(cell, expected, `${got} ${answer.code}`)]
  const markers = markersIn(answer.text)
  const shown = expected === 'done' ? isShownIn(cell.rule, cell.person, cell.set) : null
  if (shown !== null && shown !== markers.includes(cell.set.marker)) found.push(of(cell, `shows it: ${shown}`, `shows it: ${!shown}`))
  const leaked = markers.filter((marker) => {
    const set = sets.get(marker)
    return set !== undefined && !mayMeet(cell.person, set)
  })
  leaked.push(
    ...publishedIn(answer.text).filter((marker) => {
      const set = sets.get(marker)
      return set !== undefined && !mayMeetPublished(cell.person, set)
    }),
  )
  if (leaked.length > 0) found.push(of(cell, 'nothing of what it may not see', `${leaked.length} sets shown`))
  return found
}

/** Only what was done, by somebody who may change something there, leaves a set other than it was. */
const mayChange = ({ person, rule, set, sent }: Cell): boolean => {
  if (sent.method === 'GET' || levelOf(person, set, 'folder') === 0) return false
  const verdict = verdictOf(rule, person, set)
  return verdict === 'done' || (verdict === 'any' && levelOf(person, set, 'folder') > 1)
}

export type Asked = { cells: number; divergences: Divergence[] }

const plansOf = (call: CallName): SetPlan[] =>
  places.flatMap((place) =>
    (place === 'console' ? framesOf(call) : [{ shared: 'nobody', allowEmbed: true } as const]).map((frames) => ({ place, ...frames })),
  )

type Planned = { call: string; person: PersonName; rule: Rule; plan: SetPlan; send: (set: ContentSet) => Sent }

const askAll = async (facet: FacetProcess, cast: Cast, next: () => number, planned: readonly Planned[]): Promise<Asked> => {
  const sets = await addSets(
    cast,
    next,
    planned.map(({ plan }) => plan),
  )
  const byMarker = new Map(sets.map((set) => [set.marker, set]))
  const cells = planned.map(({ call, person, rule, send }, index): Cell => {
    const set = sets[index] as ContentSet
    return { call, person, rule, set, sent: send(set) }
  })
  const before = await readSets(cast, sets)
  const judged = await eachOf(cells, workers, async (cell) =>
    judge(cell, await askAs(facet, cast.people[cell.person], cell.sent), byMarker),
  )
  const after = await readSets(cast, sets)
  const changed = cells.filter((cell) => !mayChange(cell) && before.get(cell.set.marker) !== after.get(cell.set.marker))
  return { cells: cells.length, divergences: [...judged.flat(), ...changed.map((cell) => of(cell, 'left as it was', 'changed'))] }
}

/** Every one of the calls by every person in every place. */
export const askMatrix = (facet: FacetProcess, cast: Cast, next: () => number, names: readonly CallName[]): Promise<Asked> =>
  askAll(
    facet,
    cast,
    next,
    names.flatMap((call) =>
      personNames.flatMap((person) =>
        plansOf(call).map((plan) => ({
          call,
          person,
          rule: rules[call] as Rule,
          plan,
          send: (set: ContentSet) => callOf(call, set, cast),
        })),
      ),
    ),
  )

/** Of what answers by all that somebody has: what it shows, and what it leaves alone. */
export const askOverall = (facet: FacetProcess, cast: Cast, next: () => number, ids: readonly OperationId[]): Promise<Asked> =>
  askAll(
    facet,
    cast,
    next,
    ids.flatMap((call) =>
      personNames.flatMap((person) =>
        places.map((place) => ({
          call,
          person,
          rule: watchedOnly,
          plan: { place, shared: 'nobody', allowEmbed: true } as const,
          send: () => exampleCallOf(call, cast),
        })),
      ),
    ),
  )
