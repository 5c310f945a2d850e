import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { pushEventHeaders } from '../modeling/repository-parts.ts'
import { operation } from '../operation.ts'
import { JsonObject, Maybe, OneOf, schema, type Static, Type } from '../schema.ts'

const Notice = schema('DbtPushNoticeResponse', {
  status: OneOf('DbtPushNoticeStatus', ['started', 'coalesced', 'ignored']),
  reason: Maybe(OneOf('DbtPushNoticeReason', ['not_a_push', 'tag', 'branch_deleted', 'other_branch', 'unchanged', 'duplicate'])),
  message: Type.String({ description: 'The same in words.' }),
  syncJobId: Maybe(Type.String({ description: 'The sync that takes the push in, also where the notice is a duplicate.' })),
  branchName: Maybe(Type.String({ description: 'The review branch of that sync.' })),
})
export type DbtPushNoticeResponse = Static<typeof Notice>

export const receiveDbtPushNotice = operation({
  id: 'receiveDbtPushNotice',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/dbt-integration/push-notice',
  tag: 'dbt Integration',
  summary: 'What the host of the dbt repository calls after a push: starts a sync',
  description:
    'The sender proves itself with the webhook secret of the integration, in the way of its host: GitHub by `X-Hub-Signature-256`, Bitbucket by `X-Hub-Signature`, both an HMAC-SHA256 of the body, GitLab by `X-Gitlab-Token`, ' +
    'Azure DevOps as the password of basic authentication, and anything else by `X-Facet-Signature-256: sha256=<HMAC-SHA256 of the body in hex>` with `X-Git-Event: push` and `{"ref": "refs/heads/main", "after": "<SHA>"}`. ' +
    'What nothing proves is refused in the same words for every deployment, whether it is there or not. A push to the branch that is set, or else to the default branch, starts a sync to a fresh review branch. ' +
    'A commit of a branch starts one sync, however often and under whichever delivery id it is told. While one of these syncs runs, one more waits: pushes until it begins are taken in by it. What is ignored is answered with the reason, 200.',
  params: DeploymentParams,
  headers: [...pushEventHeaders, 'x-hub-signature-256', 'x-hub-signature', 'x-gitlab-token', 'x-facet-signature-256', 'authorization'],
  body: JsonObject,
  bodyLimitBytes: 5_242_880,
  isSigned: true,
  returns: Notice,
  failures: ['dbt_push_notice_refused', 'dbt_push_notice_invalid', 'dbt_warehouse_unsupported', 'long_work_unavailable'],
  own: true,
  database: 'whole',
  action: null,
  reach: 'deployment',
  credentials: [],
  presets: [],
  skipsAutomaticAudit: true,
  example: {
    params: { deploymentId: 1042 },
    body: { ref: 'refs/heads/main', before: '9a1f4b7d2a9e6c35f8d7b6a5948372615041f3e2', after: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2' },
    returns: {
      status: 'started',
      message: 'Sync 90414 was started for 0f4c1b7 of "main".',
      syncJobId: '90414',
      branchName: 'dbt-sync/main-20261116120000-5d0c1e7f',
    },
  },
})
