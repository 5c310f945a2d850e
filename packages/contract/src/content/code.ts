import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Type } from '../schema.ts'

const files =
  '`folders/*.json`, `reports/*.json`, and of each workbook `workbooks/{slug or key}/workbook.json`, `dashboard.json` for what is published with its snapshots, and `reports/*.json`. ' +
  'JSON with sorted keys; no numeric ids: folders go by path, reports and dashboards by public id, workbooks by slug or key, and a CHART of a dashboard names its report as `report:{publicId}`.'

export const exportContent = operation({
  id: 'exportContent',
  method: 'GET',
  database: 'steps',
  path: '/api/v1/deployments/{deploymentId}/content/export',
  tag: 'Workspace',
  summary: 'Stream the content of a deployment as a tar archive of files, to be kept in git and imported',
  description:
    `What the caller may see of the console’s workspace: ${files} ` +
    'The same content gives the same bytes. Owners and grants, by email and name, are in the export of an administrator of the tenant alone. `revision` says what was exported: an import tells by it what was changed since. ' +
    'Not among it: earlier versions of dashboards, views, favourites, places in spreadsheets, and reports of workbooks that the caller may not see. An archive that ends without its closing blocks is not whole.',
  params: DeploymentParams,
  returns: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }),
  streams: 'application/x-tar',
  failures: ['deployment_not_found'],
  action: 'AIBIView',
  reach: 'deployment',
  credentials: ['api_key'],
  own: true,
  example: { params: { deploymentId: 1042 }, returns: 'content.tar' },
})
