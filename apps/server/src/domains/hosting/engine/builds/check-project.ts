import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChildLimitExceeded } from '#adapters/children'
import type { Repository } from '#engine/modeling'
import type { Bulkhead } from '#limits'
import { BuildProblem } from './build-problem.ts'
import { buildReportOf, requireServable } from './build-outcome.ts'
import { readTreeAt, rootOf, writeProject } from './model-tree.ts'
import { createRedactor } from './redact.ts'
import type { BuildReport, ModelCompiler, ModelProblem } from './types.ts'

type ModelFiles = Pick<Repository, 'objects' | 'listTree'>

export type CheckParts = {
  modelCompiler: ModelCompiler
  checkPlaces: Pick<Bulkhead<number>, 'enter'>
  buildFolder: string
}

export type ProjectToCheck = {
  tenantId: number
  branch: string
  commit: string
  projectRoot: string | null
  engineVersion: string
  variables: Record<string, string>
}

export type CheckedProject = Pick<BuildReport, 'cubes' | 'views' | 'errors' | 'warnings' | 'notes'>

const nothing = { cubes: 0, views: 0, warnings: [], notes: [] }

const problemsOf = ({ message, problems }: BuildProblem): readonly ModelProblem[] =>
  problems.length > 0 ? problems : [{ file: null, line: null, message }]

/** What a build of it would say, by file from the root of the repository. */
const judged = (report: BuildReport, root: string): CheckedProject => {
  const placed = (problems: readonly ModelProblem[]): ModelProblem[] =>
    problems.map((problem) => ({ ...problem, file: problem.file === null || root === '' ? problem.file : `${root}/${problem.file}` }))
  const { cubes, views, notes } = report
  const found = { cubes, views, notes, errors: placed(report.errors), warnings: placed(report.warnings) }
  try {
    requireServable(report)
    return found
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error
    return report.errors.length > 0 ? found : { ...found, errors: [...problemsOf(error)] }
  }
}

/** Compiles a commit as a build does and keeps nothing of it. `withFiles` lends the repository for as long as files are written. */
export const checkProject = async (
  { modelCompiler, checkPlaces, buildFolder }: CheckParts,
  { tenantId, branch, commit, projectRoot, engineVersion, variables }: ProjectToCheck,
  withFiles: <T>(work: (files: ModelFiles) => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<CheckedProject> => {
  const folder = join(buildFolder, `check-${randomBytes(6).toString('hex')}`)
  const root = rootOf(projectRoot)
  const release = await checkPlaces.enter(tenantId, { signal })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { skipped } = await withFiles(async (files) => {
      const tree = await readTreeAt(files, commit, { branch, root })
      await writeProject(files, tree.files, folder, signal)
      return tree
    })
    const compiled = await modelCompiler.compile({ folder, engineVersion, variables, signal, onLine: () => undefined })
    return judged(buildReportOf(compiled, skipped, createRedactor(variables)), root)
  } catch (error) {
    if (error instanceof BuildProblem) return { ...nothing, errors: [...problemsOf(error)] }
    if (error instanceof ChildLimitExceeded)
      return { ...nothing, errors: [{ file: null, line: null, message: `Compiling the data model went over its ${error.allowed}.` }] }
    throw error
  } finally {
    release()
    await rm(folder, { recursive: true, force: true })
  }
}
