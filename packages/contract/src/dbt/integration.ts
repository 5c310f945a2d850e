import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { remoteFailures } from '../modeling/repository-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, schema, Type } from '../schema.ts'
import { DbtIntegration, DbtIntegrationInput } from './integration-parts.ts'

const params = DeploymentParams
const path = '/api/v1/deployments/{deploymentId}/dbt-integration'
const common = {
  tag: 'dbt Integration',
  own: true,
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  database: 'whole',
} as const
/** The nodes that own data models are those that dial git hosts. */
const dialling = { runsOn: 'owner', database: 'steps' } as const
/** What hands over or replaces a secret is for those who may manage secrets. */
const secret = { ...common, action: 'SecretsManage', presets: [], audit: ['dbt_integration'] } as const
const example = { params: { deploymentId: 1042 } }

const exampleIntegration: DbtIntegration = {
  settings: {
    url: 'https://git.acme.example/shop-dbt.git',
    username: null,
    branch: 'main',
    branchTtlSeconds: null,
    projectPath: '.',
    dbtVersion: '1.11.16',
    target: 'prod',
    targetSchema: 'analytics',
    variableNames: ['DBT_START_DATE'],
    reviewRecipients: ['ada@acme.example'],
    timeouts: { clone: 300, packages: 600, parse: 1800, catalog: 600, convert: 300, publish: 600 },
    pull: {
      outputPath: '/model/cubes/dbt',
      namePrefix: 'dbt_',
      titlePrefix: '(dbt) ',
      selector: '',
      onlyMarts: false,
      martsFolder: 'marts',
      hasKeysFromNames: true,
      keySuffixes: ['_id'],
      hasKeysFromTests: true,
      hasMeasures: true,
      hasDescriptions: true,
      hasJoins: true,
      hasReverseJoins: false,
      hasUnprovenJoins: false,
      hasCatalogTypes: false,
      hasCatalogColumns: false,
      policyStubGroups: [],
      mayCollapseSchemas: false,
    },
  },
  hasToken: true,
  sshPublicKey: null,
  hostKeys: [],
  warehouse: 'postgres',
  problems: [],
  updatedAt: '2026-11-16T10:00:00.000Z',
}

export const getDbtIntegration = operation({
  ...common,
  id: 'getDbtIntegration',
  method: 'GET',
  path,
  summary: 'Get the settings of the dbt integration, and what would keep a sync from running; secrets are not shown',
  params,
  returns: DbtIntegration,
  failures: ['deployment_not_found', 'dbt_not_configured'],
  action: 'SchemaRead',
  example: { ...example, returns: exampleIntegration },
})

export const setDbtIntegration = operation({
  ...secret,
  ...dialling,
  id: 'setDbtIntegration',
  method: 'PUT',
  path,
  summary: 'Connect a deployment to its dbt project, or change the settings',
  description:
    'All settings at once: what is left out has its default, and a field that is not known is refused. The token alone stays when it is left out, with its username, as long as scheme, host and port of the URL do; it is sent to no ' +
    'other host. Over SSH the repository is reached with a key pair made here, of which only the public half is shown. The keys the host shows are pinned when a URL first names it. Nothing is cloned yet, and the ' +
    'deployment is not rebuilt: test the connection, then start a sync. The signing secret for webhooks is shown when the integration is first made.',
  params,
  body: DbtIntegrationInput,
  returns: schema('SetDbtIntegrationResponse', {
    integration: DbtIntegration,
    webhookSecret: Maybe(Type.String({ description: 'A secret, shown this once.' })),
  }),
  failures: ['deployment_not_found', 'dbt_setting_invalid', 'dbt_version_unsupported', 'dbt_variable_not_selectable', ...remoteFailures],
  example: {
    ...example,
    body: { url: 'https://git.acme.example/shop-dbt.git', token: 'glpat-…', branch: 'main', target: 'prod', targetSchema: 'analytics' },
    returns: { integration: exampleIntegration, webhookSecret: 'whsec_…' },
  },
})

export const deleteDbtIntegration = operation({
  ...secret,
  id: 'deleteDbtIntegration',
  method: 'DELETE',
  path,
  summary: 'Forget the dbt integration with its secrets; cubes and branches that it made stay',
  params,
  returns: schema('DeleteDbtIntegrationResponse', { success: Type.Boolean() }),
  failures: ['deployment_not_found', 'dbt_not_configured'],
  example: { ...example, returns: { success: true } },
})
