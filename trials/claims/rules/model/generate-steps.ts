import type { GroupNamespace } from '@facet/contract'
import fc from 'fast-check'
import {
  attributeName,
  attributeType,
  attributeValue,
  defaultText,
  embedTenantName,
  externalId,
  groupName,
  mint,
  mintsAtOnce,
  side,
} from './generate-mint.ts'
import type { Step } from './steps.ts'

const is = <Kind extends Step['kind']>(kind: Kind) => fc.constant(kind)
const pick = fc.nat(1000)
const description = fc.constantFrom('plain', 'fine', null)
const namespace = fc.constantFrom<GroupNamespace>('groups', 'tenantGroups')
const externalIds = fc.uniqueArray(externalId, { minLength: 1, maxLength: 2 })
const embedGroup = {
  side: fc.constant(0 as const),
  embedTenant: embedTenantName,
  namespace,
  name: fc.constantFrom('red', 'red', 'red', 'gold'),
}
const person = fc.constantFrom(
  { embedTenant: 'first', externalId: 'ann' },
  { embedTenant: 'first', externalId: 'ann' },
  { embedTenant: 'first', externalId: 'bob' },
  { embedTenant: 'other', externalId: 'ann' },
  { embedTenant: null, externalId: 'ann' },
)
const texts = fc.record(
  { displayName: fc.constantFrom('One', 'Two'), defaultValue: fc.oneof(defaultText, fc.constant('')), trusted: fc.boolean() },
  { requiredKeys: [] },
)

const weighted: [number, fc.Arbitrary<Step>][] = [
  [20, mint.map((sent) => ({ kind: 'mint', ...sent }) as const)],
  [4, fc.record({ kind: is('mint at once'), mints: mintsAtOnce })],
  [5, fc.record({ kind: is('mint again'), pick })],
  [16, fc.record({ kind: is('exchange'), pick })],
  [2, fc.record({ kind: is('create group'), side, name: fc.constantFrom('red', 'blue', 'gold', 'gold', 'system:x'), description })],
  [2, fc.record({ kind: is('delete group'), side, name: groupName })],
  [2, fc.record({ kind: is('create attribute'), side, name: attributeName, type: attributeType, texts })],
  [5, fc.record({ kind: is('update attribute'), side, name: attributeName, texts })],
  [2, fc.record({ kind: is('delete attribute'), side, name: attributeName })],
  [2, fc.record({ kind: is('create embed group'), ...embedGroup, description })],
  [2, fc.record({ kind: is('delete embed group'), ...embedGroup })],
  [3, fc.record({ kind: is('add members'), ...embedGroup, externalIds })],
  [3, fc.record({ kind: is('remove members'), ...embedGroup, externalIds })],
  [1, fc.record({ kind: is('delete embed attribute'), side, embedTenant: embedTenantName, name: attributeName })],
  [2, fc.record({ kind: is('delete embed tenant'), side, embedTenant: embedTenantName })],
  [3, fc.record({ kind: is('set value'), side, person, attribute: attributeName, value: fc.oneof(attributeValue, fc.constant(null)) })],
  [2, fc.record({ kind: is('revoke user'), side, person })],
  [1, fc.record({ kind: is('revoke embed tenant'), side, embedTenant: embedTenantName })],
  [1, fc.record({ kind: is('look') })],
]

/** Any step. Session requests and exchanges are the most frequent. */
export const step: fc.Arbitrary<Step> = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))
