import type { AuditTargetDefinitions } from './audit-target-definition.ts'
import { areaAuditTargets } from './generated/audit-targets.ts'
import { Maybe, OneOf, schema, type Static, Type } from './schema.ts'

export const auditTargetKinds = Object.keys(areaAuditTargets).toSorted() as (keyof typeof areaAuditTargets)[]

export const AuditTargetKind = OneOf('AuditTargetKind', auditTargetKinds)
export type AuditTargetKind = Static<typeof AuditTargetKind>

export const AuditVerb = OneOf('AuditVerb', [
  'created',
  'updated',
  'deleted',
  'unchanged',
  'activated',
  'deactivated',
  'promoted',
  'demoted',
  'added',
  'removed',
  'assigned',
  'cleared',
  'revoked',
  'sessions_ended',
  'entered',
  'left',
  'merged',
  'pushed',
  'pulled',
  'connected',
  'disconnected',
  'tested',
  'cancelled',
  'moved',
  'published',
  'restored',
  'shared',
  'unshared',
  'transferred',
])
export type AuditVerb = Static<typeof AuditVerb>

export const AuditTarget = schema('AuditTarget', {
  kind: AuditTargetKind,
  id: Type.String({
    description:
      'The id; the name of an embed tenant, a branch or a variable; the hash of a commit; for a data model, a remote or a dbt integration the id of the deployment. ' +
      'Of a refused request, what its path says: a slug, a public id or the number of a version too.',
  }),
  did: Maybe({
    ...AuditVerb,
    description: 'What was done to it. Left out: it is where this was done, or what a refused request aimed at.',
  }),
})
export type AuditTarget = Static<typeof AuditTarget>

/** What a parameter of a path names, for the entry of a request that was refused before anything looked it up. */
export const auditKindOfParam: Record<string, AuditTargetKind | undefined> = Object.fromEntries(
  auditTargetKinds.flatMap((kind) => {
    const { param = [] }: AuditTargetDefinitions[string] = areaAuditTargets[kind]
    return [param].flat().map((name) => [name, kind])
  }),
)
