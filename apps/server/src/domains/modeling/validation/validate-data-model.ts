import type { validateDataModel as contract } from '@facet/contract'
import type { Handler, ReadingContext } from '#context'
import { type Chosen, findActive, getHead, orUnnamed, readWithAccess, requireBranch } from '#domains/modeling/branches'
import { checkModel, problemView } from './check-model.ts'

// As long as callers wait for an answer; a build has longer.
const timeoutMs = 120_000

/** The branch that the credential is on in dev mode, where another one was checked in its place. */
const uncheckedNote = async (context: ReadingContext, { access, settings, branch }: Chosen): Promise<string[]> => {
  const active = await readWithAccess(context, access.deploymentId, (db, proof) => findActive(db, proof, settings))
  if (!active || active.name === branch.name) return []
  return [
    `This is the deploy branch "${branch.name}". Your dev-mode branch "${active.name}" was not checked. Send devMode=true, or branchName=${active.name}, to check it.`,
  ]
}

export const validateDataModel: Handler<typeof contract> = async ({ params, query }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, orUnnamed(query), query.devMode ? 'active' : 'deploy')
  const { access, branch } = chosen
  const commit = await context.repositories.read(context, access, async (repository) => getHead(repository, branch))
  const checked = await checkModel(context, { ...chosen, commit, timeoutMs }, (work) => context.repositories.read(context, access, work))
  const notes = [...(query.branchName ? [] : await uncheckedNote(context, chosen)), ...checked.notes]
  return {
    branchName: branch.name,
    valid: checked.errors.length === 0,
    errors: checked.errors.map(problemView),
    cubesCount: checked.cubes,
    viewsCount: checked.views,
    warnings: [...checked.warnings.map(problemView), ...notes.map((message) => ({ message }))],
    lastHash: commit,
  }
}
