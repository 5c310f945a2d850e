import type { GenerateSession } from '@facet/contract'
import { eachOf } from '../../../harness/each-of.ts'
import type { TrialStack } from '../../../harness/stack.ts'
import type { Session } from './door.ts'
import { auditors, readers } from './model.ts'
import { nameOfTenant, type Rights } from './oracle.ts'
import { levelCount, tenantCount } from './warehouse.ts'

/** Creates the groups and attributes that the policies refer to. */
export const addCatalog = async ({ client }: TrialStack): Promise<void> => {
  await client.updateTenantSettings({ body: { useCreatorMode: true } })
  for (const name of [readers, auditors]) await client.createGroup({ body: { name } })
  await client.createUserAttribute({ body: { name: 'tenant', type: 'string' } })
  await client.createUserAttribute({ body: { name: 'level', type: 'number' } })
}

const attributesOf = (rights: Rights): NonNullable<GenerateSession['userAttributes']> => [
  { name: 'tenant', value: nameOfTenant(rights) },
  { name: 'level', value: rights.level },
]

/** Mints a session and exchanges it. */
const tokenOf = async ({ client }: TrialStack, body: GenerateSession): Promise<string> => {
  const { sessionId } = await client.generateSession({ body })
  return (await client.exchangeSession({ body: { sessionId } })).token
}

type Seat = Rights & { externalId: string }

const mint = (stack: TrialStack, deploymentId: number, seat: Seat): Promise<string> =>
  tokenOf(stack, {
    deploymentId,
    externalId: seat.externalId,
    embedTenantName: nameOfTenant(seat),
    groups: [readers, ...(seat.isAuditor ? [auditors] : [])],
    userAttributes: attributesOf(seat),
  })

/** A reader in a group of the embed tenant that has the name of the auditors' group. In creator mode, embed tenants create groups. */
const mintNamesake = async (stack: TrialStack, deploymentId: number, seat: Seat): Promise<string> => {
  await mint(stack, deploymentId, seat)
  return tokenOf(stack, {
    deploymentId,
    externalId: seat.externalId,
    embedTenantName: nameOfTenant(seat),
    creatorMode: true,
    tenantGroupDefinitions: [{ name: auditors }],
    tenantGroups: [auditors],
    userAttributeDefinitions: [
      { name: 'tenant', type: 'string' },
      { name: 'level', type: 'number' },
    ],
    userAttributes: attributesOf(seat),
  })
}

/** Sessions of every tenant: readers of each level, auditors, and readers in a namesake of the auditors' group. */
export const createSessions = async (stack: TrialStack, deploymentId: number, ofEachTenant: number): Promise<Session[]> => {
  const seats = Array.from({ length: ofEachTenant * tenantCount }, (_, place) => {
    const turn = Math.floor(place / tenantCount) % (levelCount + 2)
    const isNamesake = turn === levelCount + 1
    const isAuditor = turn === levelCount
    return { tenant: place % tenantCount, level: turn < levelCount ? turn : 0, isAuditor, isNamesake, externalId: `user-${place}` }
  })
  return eachOf(seats, 8, async ({ isNamesake, ...seat }) => ({
    ...seat,
    label: `${seat.externalId} of ${nameOfTenant(seat)}, ${seat.isAuditor ? 'auditor' : `level ${seat.level}`}${isNamesake ? ' with a namesake group' : ''}`,
    token: await (isNamesake ? mintNamesake : mint)(stack, deploymentId, seat),
  }))
}
