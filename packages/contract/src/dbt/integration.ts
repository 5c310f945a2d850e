import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { remoteFailures } from '../modeling/repository-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, OneOf, schema, Type } from '../schema.ts'
import { DbtConnectionInput, DbtIntegration, DbtIntegrationInput } from './integration-parts.ts'

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
      hasSemanticModels: false,
      hasCatalogTypes: false,
      hasCatalogColumns: false,
      policyStubGroups: [],
      mayCollapseSchemas: false,
    },
  },
  hasToken: true,
  sshPublicKey: null,
  hostKeys: [],
  webhookUrl: 'https://acme.example.com/api/v1/deployments/1042/dbt-integration/push-notice',
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

export const testDbtConnection = operation({
  ...secret,
  ...dialling,
  id: 'testDbtConnection',
  method: 'POST',
  path: `${path}/test-connection`,
  summary: 'Test the connection to the dbt repository, and say what is wrong with it',
  description:
    'Of the integration as it is set, or, with a `url`, of one that is not set yet: nothing of it is kept. The token that is kept is used only for the scheme, host and port it was given for.',
  params,
  body: DbtConnectionInput,
  returns: schema('TestDbtConnectionResponse', {
    isReachable: Type.Boolean(),
    message: Type.String({ description: '`Repository is reachable`, or the cause in words with what to do.' }),
    cause: Maybe(
      OneOf('DbtConnectionCause', [
        'authentication_failed',
        'repository_not_found',
        'unsupported_protocol',
        'host_unreachable',
        'host_key_mismatch',
        'not_a_git_url',
        'private_host',
      ]),
    ),
    branches: Type.Array(Type.String()),
    defaultBranch: Maybe(Type.String()),
    hasBranch: Maybe(
      Type.Boolean({ description: 'Whether the branch of the settings is among them. False may also mean that it names a tag.' }),
    ),
  }),
  failures: ['deployment_not_found', 'dbt_not_configured'],
  example: {
    ...example,
    body: {},
    returns: { isReachable: true, message: 'Repository is reachable', branches: ['main'], defaultBranch: 'main', hasBranch: true },
  },
})

export const rotateDbtSshKey = operation({
  ...secret,
  ...dialling,
  id: 'rotateDbtSshKey',
  method: 'POST',
  path: `${path}/rotate-ssh-key`,
  summary: 'Make a new key pair for the dbt repository in place of the present one',
  description: 'Syncs fail from now on until the new public key is a deploy key of the repository.',
  params,
  returns: schema('RotateDbtSshKeyResponse', { sshPublicKey: Type.String() }),
  failures: ['deployment_not_found', 'dbt_not_configured', 'dbt_not_over_ssh'],
  idempotency: 'plain',
  example: { ...example, returns: { sshPublicKey: 'ssh-ed25519 AAAA… facet' } },
})

export const rotateDbtWebhookSecret = operation({
  ...secret,
  id: 'rotateDbtWebhookSecret',
  method: 'POST',
  path: `${path}/rotate-webhook-secret`,
  summary: 'Make a new signing secret for webhooks and show it once; the one before ends',
  params,
  returns: schema('RotateDbtWebhookSecretResponse', { webhookSecret: Type.String({ description: 'A secret, shown this once.' }) }),
  failures: ['deployment_not_found', 'dbt_not_configured'],
  idempotency: 'sealed',
  example: { ...example, returns: { webhookSecret: 'whsec_…' } },
})
