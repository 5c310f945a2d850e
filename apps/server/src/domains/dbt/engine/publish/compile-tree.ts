import { type CheckedProject, checkProject } from '#engine/hosting'
import { type CompiledTrees, compiledTreeKey } from './compiled-trees.ts'
import type { ExtendedCube } from './extended-cubes.ts'
import { createProblemReader, textOfProblems } from './model-problems.ts'
import { changedEntries, changedTree } from './model-tree.ts'
import type { RunPlan } from './plan-run.ts'
import { PublishProblem } from './publish-problem.ts'
import type { PublishParts, PublishRun } from './types.ts'

const explain = ({ cube, file, line }: ExtendedCube): string =>
  `${file}:${line} extends ${cube}, which goes since its dbt model is gone or has another name. Change that file first.`

/** What compiles trees on a node, and what it remembers of them. */
export type TreeCompiler = Pick<PublishParts, 'modelCompiler' | 'places' | 'buildFolder' | 'repositories'> & {
  compiledTrees: CompiledTrees
}

/**
 * Refuses a tree that the engine would not serve. The whole branch is compiled, as it would be with the change, unless that very tree was: a
 * second run of one head makes the same for another branch.
 */
export const compileTree = async (
  { modelCompiler, places, buildFolder, repositories, compiledTrees }: TreeCompiler,
  run: Pick<PublishRun, 'tenantId' | 'deploymentId' | 'target' | 'conversion' | 'signal'>,
  { settings, base, entries, tree, extended }: RunPlan,
): Promise<CheckedProject> => {
  const { engineVersion, projectRoot, root, values: variables } = settings
  const key = compiledTreeKey(run, settings, changedEntries(entries, tree))
  const known = compiledTrees.find(key)
  if (known) return known
  const project = { tenantId: run.tenantId, branch: run.target.branchName, commit: base.commit, projectRoot, engineVersion, variables }
  const checked = await checkProject(
    { modelCompiler, checkPlaces: places, buildFolder },
    project,
    (work) =>
      repositories.readAt(run, run.signal, (copy) => {
        const changed = changedTree({ entries, objects: copy.objects }, tree)
        return work({ objects: { ...changed.objects, close: () => undefined }, listTree: async () => [...changed.entries] })
      }),
    run.signal,
  )
  if (checked.errors.length === 0) {
    compiledTrees.keep(key, checked)
    return checked
  }
  const problems = checked.errors.map(createProblemReader({ files: run.conversion.files, report: run.conversion.report, root }))
  const isOwn = problems.some(({ model }) => model !== null)
  const what = isOwn
    ? 'The generated cubes do not compile'
    : `The branch "${run.target.branchName}" does not compile with the generated cubes`
  throw new PublishProblem(
    'model_not_compiling',
    [`${what}, so nothing was committed.`, textOfProblems(problems), ...extended.map(explain)].join('\n'),
    problems,
  )
}
