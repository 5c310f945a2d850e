import type { EmbedGroupMembersInput } from '@facet/contract'
import { externalIdProblem } from '#domains/embed/embed-tenants'
import { Failure, type FailureDetails } from '#kernel/failure'
import { firstProblems } from '#kernel/problems'

/** A user as a request names it. */
export type NamedMember = { externalId: string } | { embedUserId: number }

const problemOf = ({ externalId, embedUserId }: EmbedGroupMembersInput['members'][number]): { at: string; message: string } | null => {
  if ((externalId == null) === (embedUserId == null)) return { at: '', message: 'must have exactly one of externalId and embedUserId.' }
  const message = externalId == null ? null : externalIdProblem(externalId)
  return message === null ? null : { at: '/externalId', message }
}

function* problemsOf(members: EmbedGroupMembersInput['members']): Generator<FailureDetails[number]> {
  for (const [index, member] of members.entries()) {
    const problem = problemOf(member)
    if (problem) yield { pointer: `/body/members/${index}${problem.at}`, message: problem.message }
  }
}

/** The members a request names, each in exactly one way. */
export const requireMembers = (members: EmbedGroupMembersInput['members']): NamedMember[] => {
  const errors: FailureDetails = firstProblems(problemsOf(members))
  const [first] = errors
  if (first) throw new Failure('invalid_request', `The request is not valid: ${first.pointer} ${first.message}`, { errors })
  return members.map(({ externalId, embedUserId }) => (externalId == null ? { embedUserId: embedUserId ?? 0 } : { externalId }))
}

type Known = { id: number; external_id: string }

/** Finds users by either name, for as many members as a request may have. */
export const directoryOf = <User extends Known>(users: readonly User[]): ((member: NamedMember) => User | undefined) => {
  const byId = new Map(users.map((user) => [user.id, user]))
  const byExternalId = new Map(users.map((user) => [user.external_id, user]))
  return (member) => ('externalId' in member ? byExternalId.get(member.externalId) : byId.get(member.embedUserId))
}
