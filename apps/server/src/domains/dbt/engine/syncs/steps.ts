import type { ConvertInput } from '@facet/dbt-convert'
import type { Db } from '#db'
import type { DbtIntegration } from '../integration/index.ts'
import type { Author, SyncId } from './types.ts'

/** Values by names that may be told. */
type Secrets = Readonly<Record<string, string>>

/** How a phase is watched and ended. What runs is killed within a second of the signal. */
export type PhaseControl = { signal: AbortSignal; timeoutMs: number; onProgress: (workingOn: string) => void }

/** One attempt at the phases that share a disk. */
export type SyncJob = {
  sync: SyncId
  /** Of this attempt alone; it is gone afterwards. */
  folder: string
  integration: DbtIntegration
  /** In place of the branch that is set. */
  ref: string | null
  /** Those that this run is given: what shows one is not kept. */
  secrets: Secrets
  /** Puts a line into the log of the run, without secrets. */
  say: (line: string) => void
}

export type ConvertJob = {
  folder: string
  /** With `manifest.json`, and `catalog.json` where there is one. */
  artifactsFolder: string
  hasCatalog: boolean
  options: ConvertInput['options']
  /** What shows one of these is refused before it is kept. */
  secrets: Secrets
}

export type Converted = {
  /** Files, output folder and the models of the project, as JSON. */
  conversionFile: string
  /** The decisions, as JSON. */
  reportFile: string
  cubeCount: number
  /** What the project has, converted or not. */
  stats: { models: number; sources: number; macros: number }
}

export type Publication = {
  sync: SyncId
  conversionFile: string
  reportFile: string
  branchName: string
  /** Of a branch that this run makes; null keeps it. */
  branchTtlSeconds: number | null
  /** Whose personal branch it may be. */
  principalId: number | null
  /** Everything but the commit. */
  isPreview: boolean
  /** What was read of the dbt project, for the message of the commit. */
  source: { ref: string | null; revision: string | null }
  author: Author
  /** What no commit may show. */
  secrets: Secrets
  /** In the transaction that moves the branch: throws where the run is no longer wanted, and nothing is committed then. */
  requireWanted: (db: Db) => Promise<void>
  say: (line: string) => void
}

export type PublishedSync = {
  /** Null of a preview, and where the branch held all of it already. */
  commitHash: string | null
  /** Every generated file. */
  files: string[]
  /** What it changes of the data model, in three forms. */
  diff: { json: Uint8Array; markdown: Uint8Array; sarif: Uint8Array } | { tooLarge: string }
}

/**
 * What a run does outside of its rows. Each may be done again after a worker died. A fault of what is synced is thrown as a `SyncProblem`; what
 * else is thrown is ours.
 */
export type SyncSteps = {
  /** `ref` is the full name of what was cloned. */
  clone: (job: SyncJob, control: PhaseControl) => Promise<{ headSha: string; ref: string }>
  installPackages: (job: SyncJob, control: PhaseControl) => Promise<void>
  parse: (job: SyncJob, control: PhaseControl) => Promise<{ artifactsFolder: string }>
  /** Whether there is a catalog beside the manifest now; what goes wrong is told in the log and nothing more. */
  readCatalog: (job: SyncJob, control: PhaseControl) => Promise<boolean>
  convert: (job: ConvertJob, control: PhaseControl) => Promise<Converted>
  /** Commits once per run, however often it is called. */
  publish: (publication: Publication, control: PhaseControl) => Promise<PublishedSync>
}
