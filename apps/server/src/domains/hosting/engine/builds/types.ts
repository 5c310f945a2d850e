/** Whose build it is; `buildId` is its row. What a workflow is started with: ids alone, since everything else is read when a step runs. */
export type BuildId = { tenantId: number; deploymentId: number; environmentId: number; buildId: number }

export type ModelProblem = { file: string | null; line: number | null; message: string }

/** What Cube's own compiler says of a data model. */
export type CompileReport = {
  cubes: number
  views: number
  errors: ModelProblem[]
  warnings: ModelProblem[]
  hasPreAggregations: boolean
  hasRollupOnly: boolean
  readsCompileSecurityContext: boolean
  cubesWithoutPolicy: string[]
  /** Every dimension, measure and segment as `cube.member`. Null where there are more than are kept. */
  members: string[] | null
}

/**
 * The report as a build keeps it: with what the platform adds, the build whose artifact was used again, and the setting that its process
 * is started with.
 */
export type BuildReport = Omit<CompileReport, 'members'> & { notes: string[]; reusedFrom?: number; embedWithoutPolicy?: string }

export type CompileInput = {
  /** The project: what is below the deployment's project root. */
  folder: string
  engineVersion: string
  variables: Record<string, string>
  signal: AbortSignal
  onLine: (line: string) => void
}

/** Compiles a data model where its code can do no harm. Throws for what is not the model's fault, `ChildLimitExceeded` for what it used up. */
export type ModelCompiler = { compile: (input: CompileInput) => Promise<CompileReport> }

export type WorkState = 'running' | 'completed' | 'failed' | 'cancelled' | 'unknown'

/** What builds need of long work. */
export type BuildWork = {
  start: (start: {
    workflow: string
    id: string
    args: readonly unknown[]
    fairnessKey: string
    onConflict: 'use-existing' | 'terminate-existing' | 'fail'
  }) => Promise<unknown>
  cancel: (id: string) => Promise<void>
  describe: (id: string) => Promise<WorkState>
}

/** What a step is told beside its input. `progress` is what the attempt before said last. */
export type RunningStep = { attempt: number; signal: AbortSignal; heartbeat: (progress?: unknown) => void; progress: unknown }

/** `stored`: to be activated. `over`: it has its outcome, or is gone, and nothing is left to do. */
export type MadeBuild = 'stored' | 'failed' | 'built' | 'over'

/** The steps of the workflow `build`, as it calls them. Each may run twice. */
export type BuildSteps = {
  makeBuild: (build: BuildId) => Promise<MadeBuild>
  activateBuild: (build: BuildId) => Promise<'built' | 'over'>
}

export type Artifact = { key: string; sha256: string; bytes: number }

export const workflowIdOf = ({ tenantId, buildId }: BuildId): string => `build-${tenantId}-${buildId}`
