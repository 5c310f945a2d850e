import { cubeOf, memberIn } from '@facet/dashboard-spec'

export { cubeOf, memberIn }

/** Where content names a member of the data model. */
export type UsedIn = 'query' | 'chart' | 'filter' | 'calculated' | 'sql'

/** One member that an item uses. `part` is the id of a widget or the name of a calculated field; null for the item itself. */
export type MemberUse = { usedIn: UsedIn; part: string | null; member: string; byText: boolean }

/** Is told of a member wherever one is named, and answers what is to stand there: the same name, or another. */
export type VisitMember = (use: MemberUse) => string

/** What is known of a place before its members are. */
export type Place = Omit<MemberUse, 'member'>

/** The text with the member that it is visited; any other text as it is. */
export const mapMember = (text: string, place: Place, visit: VisitMember): string => {
  const member = memberIn(text)
  return member === null ? text : visit({ ...place, member }) + text.slice(member.length)
}
