import type { EmbedGroupMembersInput } from '@facet/contract'
import { externalIdProblem } from '#domains/embed/embed-tenants'
import { Failure, type FailureDetails } from '#kernel/failure'

/** A user as a request names it. */
export type NamedMember = { externalId: string } | { embedUserId: number }

const maxErrors = 20

const problemOf = ({ externalId, embedUserId }: EmbedGroupMembersInput['members'][number]): { at: string; message: string } | null => {
  if ((externalId == null) === (embedUserId == null)) return { at: '', message: 'must have exactly one of externalId and embedUserId.' }
  const message = externalId == null ? null : externalIdProblem(externalId)
  return message === null ? null : { at: '/externalId', message }
}

/** The members a request names, each in exactly one way. */
export const requireMembers = (members: EmbedGroupMembersInput['members']): NamedMember[] => {
  const errors: FailureDetails = members.flatMap((member, index) => {
    const problem = problemOf(member)
    return problem ? [{ pointer: `/body/members/${index}${problem.at}`, message: problem.message }] : []
  })
  const [first] = errors
  if (first)
    throw new Failure('invalid_request', `The request is not valid: ${first.pointer} ${first.message}`, {
      errors: errors.slice(0, maxErrors),
    })
  return members.map(({ externalId, embedUserId }) => (externalId == null ? { embedUserId: embedUserId ?? 0 } : { externalId }))
}

type Known = { id: number; external_id: string }

/** Finds users by either name, for as many members as a request may have. */
export const directoryOf = <User extends Known>(users: readonly User[]): ((member: NamedMember) => User | undefined) => {
  const byId = new Map(users.map((user) => [user.id, user]))
  const byExternalId = new Map(users.map((user) => [user.external_id, user]))
  return (member) => ('externalId' in member ? byExternalId.get(member.externalId) : byId.get(member.embedUserId))
}
