import { auditTargetKinds, failureCodes, type OperationShape, unservedOperations } from '@facet/contract'
import { snake, words } from '../generate/case.ts'
import { addEntry } from './edits.ts'

export const notFoundCodeOf = (noun: string): string => `${snake(noun)}_not_found`

const emptyFailures = `import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
} as const satisfies FailureDefinitions
`

/** The failure codes of an area, with the one of a noun that is not there, unless the contract has it. */
export const withNotFound = (existing: string, noun: string): string => {
  const code = notFoundCodeOf(noun)
  if (Object.hasOwn(failureCodes, code)) return existing
  const meaning = `No such ${words(noun)}, or none that this caller may see.`
  return addEntry(existing || emptyFailures, `${code}: { kind: 'not_found', meaning: '${meaning}' }`)
}

const emptyAuditTargets = `import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
} as const satisfies AuditTargetDefinitions
`

/** The kinds of an area that audit entries name, with one more, unless the contract has it. */
export const withAuditTarget = (existing: string, { noun, param }: { noun: string; param: string }): string => {
  const kind = snake(noun)
  if (auditTargetKinds.some((known) => known === kind)) return existing
  return addEntry(existing || emptyAuditTargets, `${kind}: { param: '${param}' }`)
}

/** Whether an operation is ours, and not one of the reference. */
export const isOwn = ({ method, path }: Pick<OperationShape, 'method'> & { path: string }): boolean =>
  !unservedOperations.some((other) => other.method === method && other.path === path)
