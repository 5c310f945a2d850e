import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  dbt_not_configured: { kind: 'not_found', meaning: 'The deployment has no dbt integration.' },
  dbt_not_over_ssh: { kind: 'conflict', meaning: 'The dbt repository is reached over HTTPS, which uses no key pair.' },
  dbt_setting_invalid: { kind: 'invalid', meaning: 'A setting of the dbt integration cannot be used; `errors` points at each.' },
  dbt_version_unsupported: { kind: 'invalid', meaning: 'This installation has no such version of dbt; the message lists those it has.' },
  dbt_warehouse_unsupported: {
    kind: 'unprocessable',
    meaning: 'The warehouse of the deployment is not one that a dbt sync can write cubes for; the message lists those.',
  },
  dbt_variable_not_selectable: {
    kind: 'invalid',
    meaning: 'The variable always passes to a dbt sync, or is one that the sync sets itself.',
  },
  dbt_sync_not_found: { kind: 'not_found', meaning: 'The deployment has no sync of this id, or has it no more.' },
  dbt_sync_no_result: { kind: 'not_found', meaning: 'The sync has not completed: it runs, failed, was cancelled or was lost.' },
  dbt_sync_limit: { kind: 'rate_limited', meaning: 'As many syncs of the deployment are waiting or running as may be.' },
  dbt_ref_invalid: { kind: 'invalid', meaning: 'The ref is not one that git gives to a branch or a tag, or is the SHA of a commit.' },
  dbt_manifest_not_found: { kind: 'not_found', meaning: 'The deployment has no pushed manifest of this id, or keeps it no more.' },
  dbt_manifest_id_invalid: { kind: 'invalid', meaning: 'The id of a pushed manifest is empty.' },
  dbt_manifest_too_large: {
    kind: 'too_large',
    meaning: 'The manifest or catalog has more than 256 MB, or unpacks to more.',
    cure: 'Push the manifest of `dbt parse`, which holds no compiled code.',
  },
  dbt_manifest_invalid: {
    kind: 'invalid',
    meaning: 'What was sent does not begin as a JSON object does, or is packed and cannot be unpacked.',
  },
  dbt_manifest_limit: {
    kind: 'conflict',
    meaning: 'Syncs wait for nearly all that was pushed to the deployment, so nothing can make room.',
    cure: 'Wait for syncs of the deployment to end, or cancel them; then push again.',
  },
  dbt_push_notice_refused: {
    kind: 'forbidden',
    meaning: 'Nothing proves the push notice: it is not signed with the secret of the dbt integration, or there is none.',
  },
  dbt_push_notice_invalid: { kind: 'invalid', meaning: 'The notice of a push does not say which commit was pushed.' },
  dbt_target_refused: { kind: 'invalid', meaning: 'A sync does not write to the deploy branch.' },
} as const satisfies FailureDefinitions
