import type { AccessChange } from '@facet/contract'
import { allEmbedUsers, type Identity, type Level, levels } from '#domains/content/items'
import { decidingFor, entryView, levelName, type Said } from '#domains/content/policies'

type Sayings = ReadonlyMap<number, readonly Said[]>

const byGrantee = (said: readonly Said[]): Sayings => Map.groupBy(said, ({ granteeId }) => granteeId)

/** Whom grants can name to reach this grantee. `organisationId` is what they name for all of the workspace. */
const identityOf = ({ granteeKind, granteeId }: Said, organisationId: number, groupsOf: ReadonlyMap<number, number[]>): Identity => {
  switch (granteeKind) {
    case 'user':
    case 'external_user':
      return { ownerId: granteeId, organisationId, granteeIds: [granteeId, ...(groupsOf.get(granteeId) ?? [])] }
    case 'group':
      return { ownerId: null, organisationId, granteeIds: [granteeId] }
    case 'organisation':
      return { ownerId: null, organisationId, granteeIds: [] }
    case 'all_embed_users':
      return { ownerId: null, organisationId: null, granteeIds: [allEmbedUsers] }
    case 'embed_tenant':
      return { ownerId: null, organisationId: null, granteeIds: [allEmbedUsers, granteeId] }
  }
}

type Holding = { level: Level; because: Said[] }

const holdingOf = (sayings: Sayings, identity: Identity): Holding => {
  const ids = new Set([...identity.granteeIds, ...(identity.organisationId === null ? [] : [identity.organisationId])])
  const because = decidingFor(
    [...ids].flatMap((id) => sayings.get(id) ?? []),
    identity,
  )
  return { level: because[0]?.level ?? levels.none, because }
}

const heldView = ({ level, because }: Holding): AccessChange['before'] => ({
  level: levelName(level),
  because: because.map((one) => entryView(because, one)),
})

/** What of the new place the caller may be told: `isAfterShown` is whether they would have full access there. */
export type Compared = { before: readonly Said[]; after: readonly Said[]; isAfterShown: boolean }

export type Change = { isGain: boolean; isShown: boolean; view: AccessChange }

/** Whose level differs, in the order in which the chains name them. */
export const changesOf = (
  { before, after, isAfterShown }: Compared,
  organisationId: number,
  groupsOf: ReadonlyMap<number, number[]>,
): Change[] => {
  const [from, to] = [byGrantee(before), byGrantee(after)]
  const grantees = new Map([...after, ...before].map((said) => [said.granteeId, said]))
  return [...grantees.values()].flatMap((said) => {
    const identity = identityOf(said, organisationId, groupsOf)
    const [held, gets] = [holdingOf(from, identity), holdingOf(to, identity)]
    if (held.level === gets.level) return []
    const view = {
      grantee: entryView([said], said).grantee,
      before: heldView(held),
      after: isAfterShown ? heldView(gets) : { level: levelName(gets.level), because: [] },
    }
    return [{ isGain: gets.level > held.level, isShown: isAfterShown || from.has(said.granteeId), view }]
  })
}
