import { type FailureDefinition, failureStatus } from './failure-kinds.ts'
import { areaFailures } from './generated/failures.ts'
import { schema, type Static, Type } from './schema.ts'
import { sharedFailures } from './shared-failures.ts'

const definitions = { ...sharedFailures, ...areaFailures }

export type FailureCode = keyof typeof definitions

/** Every stable code, with its kind and what it means. */
export const failureCodes: Readonly<Record<FailureCode, FailureDefinition>> = definitions

export const statusOf = (code: FailureCode): number => failureStatus[failureCodes[code].kind]

/** What any operation may answer, whatever it does; an operation lists only its own. */
export const commonFailures = {
  always: [
    'invalid_request',
    'https_required',
    'unknown_host',
    'request_too_slow',
    'headers_too_large',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
  authenticated: ['unauthenticated', 'embed_token_expired', 'embed_token_revoked', 'embedding_disabled', 'forbidden', 'outside_key_scope'],
  fromPages: ['origin_not_allowed'],
  mayHaveBody: ['body_too_large', 'unsupported_media_type'],
  // Whoever reads a form refuses with it, before the operation is asked; and with what the operation says of a file that is too large.
  multipart: ['upload_order'],
  onContent: ['content_import_running'],
  onRepository: ['model_too_large', 'resource_limit_exceeded'],
  idempotent: ['idempotency_key_reused', 'idempotency_in_progress'],
} as const satisfies Record<string, readonly FailureCode[]>

export const FailureDetail = schema('FailureDetail', {
  pointer: Type.String({ description: 'JSON pointer into the request: /body/name, /query/first.' }),
  message: Type.String(),
})

const conflictSide = (whose: string) =>
  Type.Optional(Type.String({ description: `The file as ${whose} has it; absent where it has none, cut at 64 kB.` }))

export const FileConflict = schema('FileConflict', {
  path: Type.String(),
  base: conflictSide('the common ancestor'),
  ours: conflictSide('the branch merged into'),
  theirs: conflictSide('the branch being merged'),
})
export type FileConflict = Static<typeof FileConflict>

export const FailureBody = schema('Failure', {
  code: Type.String({ description: 'Stable; branch on this.' }),
  message: Type.String({ description: 'A sentence for people: what was sent and what to do.' }),
  error: Type.String({ description: 'The same sentence, for clients that read `error`.' }),
  requestId: Type.String({ description: 'Also in the x-request-id header and in the log.' }),
  errors: Type.Optional(Type.Array(FailureDetail)),
  conflicts: Type.Optional(
    Type.Array(FileConflict, { description: 'With `merge_conflict` and `parent_moved`: the files both sides changed, 100 at most.' }),
  ),
  parentHash: Type.Optional(
    Type.String({
      description:
        'With `merge_conflict` and `parent_moved`: the commit of the other branch. Send it back as `parentHash` to resolve exactly this conflict.',
    }),
  ),
})
export type FailureBody = Static<typeof FailureBody>
