import type { AuditTargetKind, AuditVerb, OperationShape } from '@facet/contract'

/** A thing that was touched, and what was done to it. */
export type Touched<Kind extends AuditTargetKind = AuditTargetKind> = { kind: Kind; id: string | number; did: AuditVerb }
/** Where it was done, or what a refused request aimed at: listed so that it can be searched, though nothing was done to it. */
export type AuditReference<Kind extends AuditTargetKind = AuditTargetKind> = { kind: Kind; id: string | number; did?: undefined }

declare const nothing: unique symbol
type NothingTouched = readonly [] & { readonly [nothing]: true }

/** Says that there was nothing to change: an empty list alone could as well have been forgotten. */
export const nothingTouched = [] as const as NothingTouched

export type SomeTargets<Kind extends AuditTargetKind = AuditTargetKind> = readonly [
  Touched<Kind>,
  ...(Touched<Kind> | AuditReference<Kind>)[],
]
export type Targets<Kind extends AuditTargetKind = AuditTargetKind> = SomeTargets<Kind> | NothingTouched

/** Targets of which there may be none, such as the users of a bulk action; the references count only where there is one. */
export const touchedIn = <const T extends Touched, const P extends AuditReference = never>(
  touched: readonly T[],
  ...references: readonly P[]
): Targets<T['kind'] | P['kind']> => {
  const [first, ...others] = touched
  return first ? ([first, ...others, ...references] as SomeTargets<T['kind'] | P['kind']>) : nothingTouched
}

const mark = Symbol('audited')

/** The answer of a write and what its audit entry names. A handler that answers without them does not compile. */
export type Audited<T, Kind extends AuditTargetKind> = { readonly [mark]: true; readonly answer: T; readonly targets: Targets<Kind> }

export const audited = <T, const Named extends Targets>(answer: T, targets: Named): Audited<T, Named[number]['kind']> => ({
  [mark]: true,
  answer,
  targets,
})

/** Whether its handler answers with audit targets: every write does whose rows are not its record. */
export const isAudited = ({ method, skipsAutomaticAudit }: OperationShape): boolean => method !== 'GET' && !skipsAutomaticAudit

/** What a handler of a write answered, taken apart. */
export const auditedAnswer = ({ id }: OperationShape, answer: unknown): Audited<unknown, AuditTargetKind> => {
  if (typeof answer === 'object' && answer !== null && mark in answer) return answer as Audited<unknown, AuditTargetKind>
  throw new Error(`The handler of ${id} did not say what it touched.`)
}
