import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, schema, Text, Type } from '../schema.ts'
import { onSyncs } from './sync-parts.ts'

export const uploadDbtManifest = operation({
  ...onSyncs,
  id: 'uploadDbtManifest',
  method: 'POST',
  database: 'steps',
  runsOn: 'owner',
  path: '/api/v1/deployments/{deploymentId}/dbt-manifests',
  summary: 'Push the manifest.json of a dbt project, to sync from it',
  description:
    'For pipelines that ran dbt themselves: no access to the repository is needed, and dbt is not run here. The part `file` is `target/manifest.json`, at most 256 MB; it is streamed to the store and read when a sync is started with its `manifestId`. ' +
    'Kept as long as syncs are.',
  params: DeploymentParams,
  body: schema('UploadDbtManifestBody', {
    fileName: Maybe(Text(1000, { description: 'As other uploads have it; the content alone counts.' })),
  }),
  isMultipart: true,
  returns: schema('DbtManifest', {
    manifestId: Type.String(),
    sizeBytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String(),
  }),
  failures: ['deployment_not_found', 'dbt_manifest_too_large', 'dbt_manifest_invalid'],
  action: 'SchemaUpdate',
  own: true,
  skipsAutomaticAudit: true,
  example: {
    params: { deploymentId: 1042 },
    body: {},
    returns: { manifestId: '90400', sizeBytes: 1_204_112, sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
})
