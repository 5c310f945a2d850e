import type { ModelVisibility } from '@facet/contract'
import type { Entity } from './model.ts'
import { gainsOf, listViewers, lossesOf, type MemberPair } from './visibility.ts'

const asEmbedSession = (who: string): string =>
  who.startsWith('everyone') ? who.replace('everyone', 'embed sessions') : `embed sessions in ${who}`

const embedViewers = (entity: Entity, members: MemberPair[], version: keyof MemberPair): Map<string, string[]> => {
  const viewers = listViewers(
    entity,
    members.map((pair) => pair[version]),
  )
  return new Map([...viewers].map(([who, names]) => [asEmbedSession(who), names]))
}

/**
 * What the first policy opens to embed sessions, or the last one takes from them: without any, they are refused. Whether they are is a
 * setting of the deployment, which no file tells; it is taken for the strict one, since in doubt a change is wider.
 */
export const compareForEmbedding = (
  before: Entity,
  after: Entity,
  members: MemberPair[],
): { gains: ModelVisibility[]; losses: ModelVisibility[] } => ({
  gains: before.policies.length === 0 && after.policies.length > 0 ? gainsOf(embedViewers(after, members, 'after')) : [],
  losses: after.policies.length === 0 && before.policies.length > 0 ? lossesOf(embedViewers(before, members, 'before')) : [],
})
