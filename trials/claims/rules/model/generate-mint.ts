import { type AttributeType, attributeTypes } from '@facet/contract'
import fc from 'fast-check'
import type { Mint, Side } from './steps.ts'

// Few names of each kind, so that steps of a sequence affect the same resources.
export const groupName = fc.constantFrom('red', 'red', 'blue', 'gold')
export const attributeName = fc.constantFrom('region', 'region', 'score', 'plan')
export const externalId = fc.constantFrom('ann', 'ann', 'bob', 'cyd')
export const embedTenantName = fc.constantFrom('first', 'first', 'first', 'first', 'other')
export const side: fc.Arbitrary<Side> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Side>(0) },
  { weight: 1, arbitrary: fc.constant<Side>(1) },
)
export const attributeType = fc.constantFrom(...attributeTypes)
export const attributeValue = fc.constantFrom('eu', 'us', 7, 2.5, true, ['a', 'b'], [1, 2], [])
export const defaultText = fc.constantFrom('eu', '7', 'true', 'a, b', '[1, 2]', '["a"]')

const seldom = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: odd })

const groupNames: fc.Arbitrary<string[]> = fc.oneof(fc.constant<string[]>([]), fc.array(groupName, { minLength: 1, maxLength: 3 }))
const groupDefinition = fc.record(
  { name: seldom(groupName, fc.constantFrom('system:red', 'Group:red')), description: fc.constantFrom('plain', 'fine', '') },
  { requiredKeys: ['name'] },
)
const uniquely = <T extends { name: string }>(entry: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> =>
  seldom(fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength }), fc.array(entry, { maxLength }))
const texts = {
  displayName: fc.constantFrom('One', 'Two'),
  defaultValue: seldom<string>(defaultText, fc.constant('')),
  description: fc.constantFrom('plain', 'fine'),
}
const define = <Name extends string, Type extends AttributeType>(name: fc.Arbitrary<Name>, type: fc.Arbitrary<Type>, defaults = texts) =>
  fc.record({ name, type, ...defaults }, { requiredKeys: ['name', 'type'] })
/** Mostly the usual type of the name. Otherwise nearly every request would fail for a mistyped value. */
const attributeDefinition = fc.oneof(
  { weight: 4, arbitrary: define(fc.constant('region'), fc.constant('string')) },
  { weight: 4, arbitrary: define(fc.constant('score'), fc.constant('number'), { ...texts, defaultValue: fc.constantFrom('1', '2.5') }) },
  { weight: 1, arbitrary: define(attributeName, attributeType) },
)
const sentAttribute = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ name: fc.constant('region'), value: fc.constantFrom('us', 'de', null) }, { requiredKeys: ['name'] }),
  },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('score'), value: fc.constantFrom(1, 2.5, null) }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: attributeName, value: fc.oneof(attributeValue, fc.constant(null)) }, { requiredKeys: ['name'] }),
  },
)

const described = {
  email: fc.constantFrom('ann@one.example', 'ann@two.example'),
  userProfile: fc.record(
    { displayName: fc.constantFrom('Ann', 'Annie'), picture: seldom(fc.constant('https://pictures.example/a.png'), fc.constant('a.png')) },
    { requiredKeys: [] },
  ),
  securityContext: seldom<Record<string, string | number>>(
    fc.constantFrom({ customer: 7 }, { customer: 8 }),
    fc.constant({ cubeCloud: 'mine' }),
  ),
  settings: fc.constantFrom({ showDashboardChat: true }, { showDashboardChat: false }),
}
const embedTenant = seldom(embedTenantName, fc.constantFrom('Up', 'ab'))
const profile = fc.record({ displayName: fc.constantFrom('Firm', 'House') }, { requiredKeys: [] })

type Fields = Mint['body']

const readOnly: fc.Arbitrary<Fields> = fc.record(
  {
    externalId: seldom(externalId, fc.constantFrom('Ann', ' ann')),
    embedTenantName: embedTenant,
    groups: groupNames,
    userAttributes: uniquely(sentAttribute, 2),
    ...described,
  },
  { requiredKeys: ['externalId'] },
)
const definitions = {
  groupDefinitions: uniquely(groupDefinition, 2),
  tenantGroupDefinitions: uniquely(groupDefinition, 2),
  userAttributeDefinitions: uniquely(attributeDefinition, 2),
}
const creatorFields = {
  externalId,
  embedTenantName: embedTenant,
  creatorMode: fc.constant(true),
  embedTenantProfile: profile,
  groups: groupNames,
  tenantGroups: groupNames,
  userAttributes: uniquely(sentAttribute, 2),
  ...definitions,
  ...described,
}
const creator: fc.Arbitrary<Fields> = fc.record(creatorFields, { requiredKeys: ['externalId', 'embedTenantName', 'creatorMode'] })
/** Any combination of fields. Most of these requests are refused. */
const anything: fc.Arbitrary<Fields> = fc.record(
  { internalId: fc.constantFrom('someone', 'nobody'), ...creatorFields, creatorMode: fc.boolean() },
  { requiredKeys: [] },
)
const internal: fc.Arbitrary<Fields> = fc.record(
  { internalId: fc.constantFrom('someone', 'someone', 'nobody'), embedTenantName, creatorMode: fc.boolean(), settings: described.settings },
  { requiredKeys: ['internalId'] },
)

/** A creator's request that uses only names that it defines. */
const selfContained = creator.map((fields): Fields => {
  const isDefined = (definitionsOf: readonly { name: string }[] | null | undefined, name: string): boolean =>
    (definitionsOf ?? []).some((definition) => definition.name === name)
  return {
    ...fields,
    groups: (fields.groups ?? []).filter((name) => isDefined(fields.groupDefinitions, name)),
    tenantGroups: (fields.tenantGroups ?? []).filter((name) => isDefined(fields.tenantGroupDefinitions, name)),
    userAttributes: (fields.userAttributes ?? []).filter(({ name }) => isDefined(fields.userAttributeDefinitions, name)),
  }
})

const body = fc.oneof(
  { weight: 8, arbitrary: readOnly },
  { weight: 6, arbitrary: creator },
  { weight: 6, arbitrary: selfContained },
  { weight: 2, arbitrary: anything },
  { weight: 1, arbitrary: internal },
)

export const mint: fc.Arbitrary<Mint> = fc.record({ side, isDeploymentKnown: seldom(fc.constant(true), fc.constant(false)), body })

/** The same request for several people. The first to arrive creates the definitions. */
const shared: fc.Arbitrary<Mint[]> = fc
  .tuple(fc.oneof(creator, selfContained), fc.uniqueArray(externalId, { minLength: 2, maxLength: 3 }))
  .map(([fields, people]) => people.map((person) => ({ side: 0, isDeploymentKnown: true, body: { ...fields, externalId: person } })))

const apart: fc.Arbitrary<Mint[]> = fc.uniqueArray(
  fc.record({ side: fc.constantFrom<Side>(0, 1), isDeploymentKnown: fc.constant(true), body: fc.oneof(readOnly, internal) }),
  {
    selector: ({ side: at, body: sent }) => `${at} ${sent.embedTenantName ?? ''} ${sent.externalId ?? `=${sent.internalId}`}`,
    minLength: 2,
    maxLength: 4,
  },
)

/** Concurrent requests for different people, whose order must not matter. */
export const mintsAtOnce: fc.Arbitrary<Mint[]> = fc.oneof(shared, apart)
