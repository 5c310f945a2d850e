import { Id, OneOf, type Static, Text, Type } from '../schema.ts'

export const CreationStep = OneOf('CreationStep', ['project', 'upload', 'schema', 'github', 'ssh', 'databases', 'ready', 'demo'])
export type CreationStep = Static<typeof CreationStep>

export const DeploymentParams = Type.Object({ deploymentId: Id })

const CloudProvider = OneOf('CloudProvider', ['cubecloud', 'aws', 'gcp'])
const CreationMethod = OneOf('CreationMethod', ['upload', 'cubecloud', 'github', 'ssh'])
const DeployMode = OneOf('DeployMode', ['git', 'cli'])
export const deploymentChoices = { CloudProvider, CreationMethod, DeployMode }

export const DeploymentName = Text(255, {
  minLength: 1,
  pattern: '^(?=.*\\S)[^\\u0000]*$',
  description: 'Unique in the tenant, case ignored.',
})
