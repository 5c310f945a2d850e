import { randomBytes } from 'node:crypto'
import { uploadModel } from '../../../tools/stack/demo/upload.ts'
import { signDeploymentToken } from '../deployment-token.ts'
import { newDeployment } from '../embedding.ts'
import type { FacetProcess } from '../installation.ts'
import { pause } from '../numbers.ts'
import { type HostingStage, hostUrl, warehouseVariables } from './stage.ts'

/** A deployment with known results: see `answerOf`. */
export type TrialDeployment = { deploymentId: number; dataPath: string; token: string }

export type BuildEnd = { id: number; status: string; reason: string; errorText: string | null; commit: string | null }

export const largest = 1000

/** A cube whose results depend on the factor. */
export const modelOf = (factor: number) => [
  {
    path: 'model/numbers.yml',
    content: `cubes:
  - name: numbers
    sql: "select n, n::bigint * ${factor} as worth from generate_series(1, ${largest}) n"
    refresh_key: { every: 1 hour }
    dimensions:
      - { name: n, sql: "{CUBE}.n", type: number, primary_key: true, public: true }
    measures:
      - { name: worth, sql: "{CUBE}.worth", type: sum }
`,
  },
]

export const brokenModel = () => [
  { path: 'model/numbers.yml', content: 'cubes:\n  - name: numbers\n    sql: "select 1"\n    measures: 7\n' },
]

/** The result of the model for the numbers up to this one. */
export const answerOf = (factor: number, upTo: number): number => (factor * upTo * (upTo + 1)) / 2

export const queryUpTo = (upTo: number) => ({
  query: { measures: ['numbers.worth'], filters: [{ member: 'numbers.n', operator: 'lte', values: [String(upTo)] }] },
})

export const addDeployment = async (
  stage: HostingStage,
  process: FacetProcess,
  name: string,
  variables: Record<string, string> = {},
): Promise<TrialDeployment> => {
  const client = stage.clientOf(process)
  const secret = randomBytes(24).toString('hex')
  const { id: deploymentId, deploymentUrl } = await client.createDeployment({ body: newDeployment(name) })
  const all = { ...warehouseVariables(stage.installation), CUBEJS_API_SECRET: secret, ...variables }
  const body = { env_variables: Object.entries(all).map(([key, value]) => ({ name: key, value })) }
  await client.setEnvVariables({ params: { deploymentId }, body })
  return { deploymentId, dataPath: `${new URL(deploymentUrl).pathname}/cubejs-api/v1`, token: await signDeploymentToken(secret) }
}

/** Uploads these files as the model, which starts a build. */
export const sendModel = async (
  stage: HostingStage,
  process: FacetProcess,
  { deploymentId }: Pick<TrialDeployment, 'deploymentId'>,
  files: { path: string; content: string }[],
): Promise<void> => {
  await uploadModel({ client: stage.clientOf(process), baseUrl: hostUrl(process), key: stage.adminKey }, deploymentId, files)
}

export const newestBuild = async (
  { installation }: HostingStage,
  { deploymentId }: Pick<TrialDeployment, 'deploymentId'>,
): Promise<BuildEnd | null> => {
  const [row] = await installation.sql<BuildEnd>(
    `select id::int, status, reason, error_text as "errorText", commit_hash as "commit" from builds where deployment_id = $1 order by id desc limit 1`,
    [deploymentId],
  )
  return row ?? null
}

const isOpen = ({ status }: BuildEnd): boolean => ['queued', 'building', 'warmup'].includes(status)

/** The end of the newest build, or null after the time limit. */
export const buildEnd = async (
  stage: HostingStage,
  deployment: Pick<TrialDeployment, 'deploymentId'>,
  withinMs = 180_000,
): Promise<BuildEnd | null> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const build = await newestBuild(stage, deployment)
    if (build && !isOpen(build)) return build
    if (performance.now() > deadline) return null
    await pause(200)
  }
}

/** Creates a deployment that serves the model of this factor. */
export const serveNumbers = async (stage: HostingStage, process: FacetProcess, name: string, factor: number): Promise<TrialDeployment> => {
  const deployment = await addDeployment(stage, process, name)
  await sendModel(stage, process, deployment, modelOf(factor))
  const end = await buildEnd(stage, deployment)
  if (end?.status !== 'built') throw new Error(`The model of "${name}" was not built: ${end?.errorText ?? 'the build did not end'}`)
  return deployment
}
