import type { ModelChange } from '@facet/contract'
import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { diffModels, isWidening, readModel } from './index.ts'

// A small world that can be looked at from every side: what the module says is held against what each caller sees in it.
const groups = ['finance', 'sales']
const members = ['amount', 'email', 'city']
const rows = ['eu', 'us', 'asia'].flatMap((region) => ['paid', 'open'].map((status) => ({ region, status })))
type Row = (typeof rows)[number]

type Filter = { member: 'region' | 'status'; operator: 'equals'; values: string[] } | { or: Filter[] } | { and: Filter[] }
type Listing = { includes?: string[] | '*'; excludes?: string[] | '*' }
type PolicySpec = {
  group?: string
  groups?: string[]
  conditions?: { if: string }[]
  member_level?: Listing
  member_masking?: Listing
  row_level?: { filters: Filter[] } | { allow_all: true }
}
type Spec = {
  cube: { policies: PolicySpec[]; isPublic: boolean; hidden: string[]; members: string[] }
  view: { policies: PolicySpec[]; isPublic: boolean; includes: string[] | '*'; excludes: string[]; prefix: boolean }
}
/** An embed session is refused where there is no policy at all; a view counts as itself. */
type Caller = { groups: string[]; isRemote: boolean; isEmbed: boolean }

const leaf: fc.Arbitrary<Filter> = fc.constantFrom<Filter>(
  { member: 'region', operator: 'equals', values: ['eu'] },
  { member: 'region', operator: 'equals', values: ['eu', 'us'] },
  { member: 'status', operator: 'equals', values: ['paid'] },
)
const filter: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { minLength: 1, maxLength: 2 }).map((or) => ({ or })),
  fc.array(leaf, { minLength: 1, maxLength: 2 }).map((and) => ({ and })),
)
const names = fc.oneof(fc.constant('*' as const), fc.subarray(members))
const listing = fc.record({ includes: names, excludes: fc.oneof(fc.constant<string[]>([]), fc.subarray(members)) }, { requiredKeys: [] })
const target = fc.oneof(
  fc.constantFrom(...groups, '*').map((group) => ({ group })),
  fc.subarray(groups).map((each) => ({ groups: each })),
)
const policy: fc.Arbitrary<PolicySpec> = fc
  .tuple(
    target,
    fc.record(
      {
        conditions: fc.constant<{ if: string }[]>([{ if: '{ securityContext.isRemote }' }]),
        member_level: listing,
        row_level: fc.oneof(
          fc.array(filter, { maxLength: 2 }).map((filters) => ({ filters })),
          fc.constant({ allow_all: true as const }),
        ),
      },
      { requiredKeys: [] },
    ),
    fc.option(listing, { nil: undefined, freq: 4 }),
  )
  .map(([who, rest, masking]) => ({ ...who, ...rest, ...(masking && rest.member_level ? { member_masking: masking } : {}) }))
const policies = fc.array(policy, { maxLength: 3 })

const spec: fc.Arbitrary<Spec> = fc.record({
  cube: fc.record({ policies, isPublic: fc.boolean(), hidden: fc.subarray(members), members: fc.subarray(members, { minLength: 1 }) }),
  view: fc.record({ policies, isPublic: fc.boolean(), includes: names, excludes: fc.subarray(members), prefix: fc.boolean() }),
})
const publicSpec = spec.map(
  ({ cube, view }): Spec => ({
    cube: { ...cube, isPublic: true, hidden: [], members },
    view: { ...view, isPublic: true, includes: '*', excludes: [], prefix: false },
  }),
)

/** Two versions that differ in one thing only, so that no other change can hide one that was missed. */
const nearPair: fc.Arbitrary<[Spec, Spec]> = fc
  .tuple(spec, spec, fc.constantFrom('cube', 'view'), fc.nat(10), policy)
  .map(([before, other, place, pick, extra]) => {
    const own = before[place as 'cube'].policies
    const swapped = [
      own.slice(1),
      [...own, extra],
      own.map((each, index) => (index === 0 ? extra : each)),
      own.map((each, index) => (index === 0 ? { ...extra, ...each } : each)),
      own.map((each, index) => (index === 0 ? { ...each, ...extra } : each)),
    ][pick]
    if (swapped) return [before, { ...before, [place]: { ...before[place as 'cube'], policies: swapped } }]
    const fields = Object.keys(before[place as 'cube'])
    const field = fields[pick % fields.length] as 'policies'
    return [before, { ...before, [place]: { ...before[place as 'cube'], [field]: other[place as 'cube'][field] } }]
  })
const anyPair: fc.Arbitrary<[Spec, Spec]> = fc.oneof(fc.tuple(spec, spec), nearPair, nearPair)

const modelOf = ({ cube, view }: Spec): ReturnType<typeof readModel> => {
  const dimension = (name: string): object => ({ name, sql: `{CUBE}.${name}_column`, type: 'string', public: !cube.hidden.includes(name) })
  const guarded = (list: PolicySpec[]): object => (list.length > 0 ? { access_policy: list } : {})
  const inclusion = { join_path: 'orders', includes: view.includes, excludes: view.excludes, prefix: view.prefix }
  const content = stringify(
    {
      cubes: [
        { name: 'orders', sql_table: 'orders', public: cube.isPublic, dimensions: cube.members.map(dimension), ...guarded(cube.policies) },
      ],
      views: [{ name: 'sold', public: view.isPublic, cubes: [inclusion], ...guarded(view.policies) }],
    },
    { aliasDuplicateObjects: false },
  )
  return readModel([{ path: 'model/all.yml', content }])
}

// The evaluator: written from the engine's documentation, for one caller, one row and one member at a time.
const passes = (row: Row, each: Filter): boolean => {
  if ('or' in each) return each.or.some((inner) => passes(row, inner))
  if ('and' in each) return each.and.every((inner) => passes(row, inner))
  return each.values.includes(row[each.member])
}
const rowPasses = (row: Row, { row_level: level }: PolicySpec): boolean =>
  level === undefined || 'allow_all' in level || level.filters.every((each) => passes(row, each))
const lists = (listed: Listing, member: string): boolean =>
  (listed.includes === undefined || listed.includes === '*' || listed.includes.includes(member)) &&
  !(listed.excludes === '*' || listed.excludes?.includes(member))
const concerns = (caller: Caller, each: PolicySpec): boolean => {
  const named = each.groups ?? [each.group ?? '*']
  return named.some((group) => group === '*' || caller.groups.includes(group)) && (each.conditions === undefined || caller.isRemote)
}
type Level = 0 | 1 | 2 // Nothing, masked, the value itself.
const levelBy = (caller: Caller, row: Row, list: PolicySpec[], member: string): Level => {
  if (list.length === 0) return caller.isEmbed ? 0 : 2
  const mine = list.filter((each) => concerns(caller, each) && rowPasses(row, each))
  if (mine.some((each) => each.member_level === undefined || lists(each.member_level, member))) return 2
  return mine.some((each) => each.member_masking && lists(each.member_masking, member)) ? 1 : 0
}
const sight = (caller: Caller, { cube, view }: Spec): Map<string, Level> => {
  const seen = new Map<string, Level>()
  for (const row of rows) {
    const isRowOpen = cube.policies.length === 0 || cube.policies.some((each) => concerns(caller, each) && rowPasses(row, each))
    for (const member of cube.members) {
      const key = `${member} ${row.region} ${row.status}`
      if (cube.isPublic && !cube.hidden.includes(member)) seen.set(`orders.${key}`, levelBy(caller, row, cube.policies, member))
      const isIncluded = (view.includes === '*' || view.includes.includes(member)) && !view.excludes.includes(member)
      const name = view.prefix ? `orders_${member}` : member
      if (view.isPublic && isIncluded && isRowOpen) {
        seen.set(`sold.${key}`, levelBy(caller, row, view.policies, name))
      }
    }
  }
  return seen
}

const callers: Caller[] = [[], ['finance'], ['sales'], groups].flatMap((each) =>
  [true, false].flatMap((isRemote) => [true, false].map((isEmbed) => ({ groups: each, isRemote, isEmbed }))),
)
const listNewlySeen = (caller: Caller, before: Spec, after: Spec): string[] => {
  const was = sight(caller, before)
  return [...sight(caller, after)].filter(([key, level]) => level > (was.get(key) ?? 0)).map(([key]) => key)
}
const isAbout = (caller: Caller, who: string): boolean => {
  if (who.startsWith('embed sessions in ')) return caller.isEmbed && isAbout(caller, who.slice('embed sessions in '.length))
  if (who.startsWith('embed sessions')) return caller.isEmbed
  return who.startsWith('everyone') || caller.groups.some((group) => who === `group:${group}` || who.startsWith(`group:${group} when`))
}
/** The change says that this caller gains, at the place where the caller gains or by the policies of the cube below it. */
const covers = (change: ModelChange, caller: Caller, place: string): boolean =>
  (change.subject.cube === place || (change.subject.cube === 'orders' && change.subject.part === 'access_policy')) &&
  change.visibility.some(({ who, gains }) => gains.length > 0 && isAbout(caller, who))

describe('who sees more', () => {
  it('names a widening change for every caller who sees more after than before', () => {
    let gainers = 0
    fc.assert(
      fc.property(anyPair, ([before, after]) => {
        const widening = isWidening(diffModels(modelOf(before), modelOf(after)))
        for (const caller of callers) {
          for (const seen of listNewlySeen(caller, before, after)) {
            gainers += 1
            const place = seen.split('.')[0] ?? ''
            expect(
              widening.some((change) => covers(change, caller, place)),
              `${JSON.stringify(caller)} gains ${seen}`,
            ).toBe(true)
          }
        }
      }),
      { numRuns: propertyRuns(900) },
    )
    expect(gainers).toBeGreaterThan(propertyRuns(1000))
  })

  it('calls a change of policies widening without reserve only if someone does see more', () => {
    fc.assert(
      fc.property(publicSpec, publicSpec, (before, after) => {
        const shown = diffModels(modelOf(before), modelOf(after)).filter(
          ({ effects, isAssumed }) => effects.includes('widening') && !isAssumed,
        )
        const direct = shown.filter(({ visibility }) =>
          visibility.some(({ gains }) => gains.some((name) => !name.includes('through views'))),
        )
        for (const { subject } of direct) {
          const policiesOf = (from: Spec): Spec => (subject.cube === 'sold' ? { ...from, cube: { ...from.cube, policies: [] } } : from)
          const isSeen = callers.some((caller) => listNewlySeen(caller, policiesOf(before), policiesOf(after)).length > 0)
          expect(isSeen, JSON.stringify(direct)).toBe(true)
        }
      }),
      { numRuns: propertyRuns(400) },
    )
  })

  it('finds no widening in a model that did not change', () => {
    fc.assert(
      fc.property(spec, (same) => {
        expect(diffModels(modelOf(same), modelOf(same))).toEqual([])
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  it('shows what a change of policies widens as narrowing on the way back', () => {
    fc.assert(
      fc.property(publicSpec, publicSpec, (before, after) => {
        const there = diffModels(modelOf(before), modelOf(after))
        const back = diffModels(modelOf(after), modelOf(before))
        const subjects = (changes: ModelChange[], effect: 'widening' | 'narrowing'): string[] =>
          changes
            .filter(({ effects }) => effects.includes(effect))
            .map(({ subject }) => JSON.stringify(subject))
            .toSorted()
        expect(subjects(back, 'narrowing')).toEqual(subjects(there, 'widening'))
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})
