import type { Conversion } from '@facet/dbt-convert'
import type { Person } from '#adapters/git'
import type { Db, Pool } from '#db'
import type { CheckedProject, ModelCompiler } from '#engine/hosting'
import type { ModelComparer, OpenRepositories, Pushes, RepositoryId } from '#engine/modeling'
import type { Bulkhead } from '#limits'
import type { KeyRing } from '#secrets'
import type { SemanticDiff } from './describe-change.ts'
import type { ExtendedCube } from './extended-cubes.ts'

export type PublishParts = {
  pool: Pool
  keyRing: KeyRing
  repositories: Pick<OpenRepositories, 'readAt' | 'writeAt'>
  pushes: Pick<Pushes, 'push'>
  models: Pick<ModelComparer, 'describe'>
  modelCompiler: ModelCompiler
  /** How many compile at once on this node, shared between tenants. */
  places: Pick<Bulkhead<number>, 'enter'>
  /** Where trees have folders for as long as they are compiled. */
  buildFolder: string
}

export type PublishTarget = {
  branchName: string
  /** For a branch that this run makes; null keeps it. One that is there already keeps what it has. */
  expiresInSeconds: number | null
  /** Whose personal branch it may be. */
  principalId: number | null
}

/** What one run publishes. Doing it twice, or on two nodes, comes to one commit. */
export type PublishRun = RepositoryId & {
  runId: string
  target: PublishTarget
  conversion: Pick<Conversion, 'files' | 'outputPath' | 'projectModels' | 'report'>
  /** What was read of the dbt project, for the message of the commit. */
  source: { ref: string | null; revision: string | null }
  author: Person
  /**
   * What no commit may show, by names that may be told: secrets that this run was given. Others are not looked for: whoever writes the
   * project would learn from a refusal that a guess was right.
   */
  secrets: Readonly<Record<string, string>>
  /** Whether it is to be told what the run means. That is worked out while the engine compiles. */
  isDescribed?: boolean
  signal: AbortSignal
  onProgress?: (step: PublishStep) => void
  /** Statements of the transaction that moves the branch: all of it is there afterwards, or nothing. */
  conclude?: (db: Db, published: Published) => Promise<void>
}

export type PublishStep = 'planning' | 'compiling' | 'committing'

export type PublishPlan = {
  branch: { name: string; isNew: boolean }
  /** What the branch was at, or where it begins. */
  base: { branchName: string; commit: string }
  /** Every generated file, and what is done to the folder, by paths of the repository. */
  files: string[]
  written: string[]
  deleted: string[]
  kept: string[]
  /** Cubes that go although files that stay extend them. */
  extended: ExtendedCube[]
  /** What the engine said; null where there was nothing to compile. */
  compiled: CheckedProject | null
  /** Null where nobody asked for it. */
  diff: SemanticDiff | null
}

export type Published = PublishPlan & {
  /** Null where the branch held all of it already. */
  commit: string | null
  head: string
}

export type Previewed = PublishPlan & { diff: SemanticDiff }

export type Publisher = {
  /** Throws PublishProblem for what is to be mended by people; everything else may be tried again. */
  publish: (run: PublishRun) => Promise<Published>
  /** All of it but the commit. */
  preview: (run: Omit<PublishRun, 'conclude'>) => Promise<Previewed>
}
