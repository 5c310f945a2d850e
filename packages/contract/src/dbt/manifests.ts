import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, schema, Text, Type } from '../schema.ts'
import { onSyncs } from './sync-parts.ts'

/** Of files that are pushed: one of them unpacked, and all that a deployment keeps, each counted as the smallest at least. */
export const pushedFileLimits = { maxBytes: 256 * 1_048_576, maxKeptBytes: 2048 * 1_048_576, minCountedBytes: 65_536 } as const

export const uploadDbtManifest = operation({
  ...onSyncs,
  id: 'uploadDbtManifest',
  method: 'POST',
  database: 'steps',
  runsOn: 'owner',
  path: '/api/v1/deployments/{deploymentId}/dbt-manifests',
  summary: 'Push the manifest.json of a dbt project, to sync from it, and its catalog.json',
  description:
    'For pipelines that ran dbt themselves: no access to the repository is needed, and dbt is not run here. The part `file` is `target/manifest.json`, as it is or packed with gzip, at most 256 MB unpacked; it is streamed to the store and read when a sync is started with its `manifestId`. ' +
    'With `catalogOf`, the id of a manifest that was pushed, the file is `target/catalog.json` of the same project: a sync of that manifest takes types of columns from it. Another catalog of the same manifest takes its place. ' +
    'A deployment keeps 2 GB, counted unpacked, and no longer than it keeps syncs: of what is there, the oldest that no sync waits for makes room.',
  params: DeploymentParams,
  body: schema('UploadDbtManifestBody', {
    fileName: Maybe(Text(1000, { description: 'As other uploads have it; the content alone counts.' })),
    catalogOf: Maybe(Text(100, { description: 'The manifest that the file is the catalog of. Left out: the file is a manifest.' })),
  }),
  isMultipart: true,
  fileLimit: { bytes: pushedFileLimits.maxBytes, tooLarge: 'dbt_manifest_too_large' },
  returns: schema('DbtManifest', {
    manifestId: Type.String({ description: 'Of a catalog: of the manifest it belongs to.' }),
    sizeBytes: Type.Integer({ minimum: 0, description: 'Unpacked.' }),
    sha256: Type.String({ description: 'Of the file as it was sent.' }),
  }),
  failures: ['deployment_not_found', 'dbt_manifest_not_found', 'dbt_manifest_invalid', 'dbt_manifest_limit'],
  action: 'SchemaUpdate',
  own: true,
  skipsAutomaticAudit: true,
  example: {
    params: { deploymentId: 1042 },
    body: {},
    returns: { manifestId: '90400', sizeBytes: 1_204_112, sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
})
