import type { Ending, EndingKind } from '#ledger'

/** What can be ended again. The others among the kinds take one of these back. */
export type ReplayedKind = Exclude<EndingKind, keyof typeof takenBack>
export type EndedSubjects = Map<ReplayedKind, Set<number>>

const takenBack = {
  principal_activated: 'principal_deactivated',
  embedding_thawed: 'embedding_frozen',
  tenant_resumed: 'tenant_suspended',
} as const

const isTakingBack = (kind: EndingKind): kind is keyof typeof takenBack => Object.hasOwn(takenBack, kind)

/**
 * What stands ended at the end of all this, by tenant. What was taken back since is not ended again; and nothing is ever made to
 * hold that the copy holds ended.
 */
export const endedSubjects = (endings: Iterable<Ending>): Map<number, EndedSubjects> => {
  const tenants = new Map<number, EndedSubjects>()
  for (const [tenantId, kind, subjectId] of endings) {
    const subjects: EndedSubjects = tenants.get(tenantId) ?? new Map<ReplayedKind, Set<number>>()
    tenants.set(tenantId, subjects)
    if (isTakingBack(kind)) {
      subjects.get(takenBack[kind])?.delete(subjectId)
      continue
    }
    const ids = subjects.get(kind) ?? new Set<number>()
    subjects.set(kind, ids.add(subjectId))
  }
  return tenants
}
