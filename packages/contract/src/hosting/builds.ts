import { operation } from '../operation.ts'
import { Id, Maybe, Nullable, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'

const BuildProblem = schema('BuildProblem', {
  file: Nullable(Type.String()),
  line: Nullable(Type.Integer()),
  message: Type.String(),
})

export const BuildStatus = schema('BuildStatus', {
  deploymentId: Id,
  branchName: Type.String(),
  mode: OneOf('BuildMode', ['production_build', 'dev_mode']),
  status: OneOf('BuildState', ['built', 'building', 'warmup', 'failed', 'cancelled', 'stopped', 'none']),
  buildJobId: Maybe(Type.Integer()),
  deploymentStatus: Maybe(
    Type.String({
      description:
        '`active` while some build is served, whatever became of later ones; `failed` while its engine does not start; `none` before the first.',
    }),
  ),
  errorText: Maybe(Type.String()),
  filesHash: Maybe(Type.String()),
  lastHash: Maybe(Type.String({ description: 'The commit that was built.' })),
  updatedAt: Maybe(Timestamp),
  errors: Type.Optional(Type.Array(BuildProblem, { description: 'What is wrong with the data model, by file and line.' })),
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'What is built and yet does not work as written.' })),
})
export type BuildStatus = Static<typeof BuildStatus>

export const buildStatus = operation({
  id: 'buildStatus',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/build-status',
  tag: 'Deployments',
  summary: 'Get the state of the newest build of a branch',
  description:
    'Without a branch, or with an empty name: the one the credential is on in dev mode, else the deploy branch. A branch that does not exist, or is not the caller’s to see, is `building` with the text `Bad branch`; ' +
    'a shared one that nothing runs is `building` with `Branch is not active`. `errors` and `warnings` are own fields.',
  params: DeploymentParams,
  query: Type.Object({ branchName: Type.Optional(Nullable(Text(255))) }),
  returns: BuildStatus,
  failures: ['deployment_not_found'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  example: {
    params: { deploymentId: 1042 },
    query: { branchName: 'main' },
    returns: {
      deploymentId: 1042,
      branchName: 'main',
      mode: 'production_build',
      status: 'built',
      buildJobId: 1044,
      deploymentStatus: 'active',
      errorText: null,
      filesHash: '7d865e959b2466918c9863afca942d0fb89d7c9a',
      lastHash: '3f786850e387550fdab836ed7e6dc881de23001b',
      updatedAt: '2026-11-16T12:00:00.000Z',
      errors: [],
      warnings: [],
    },
  },
})
