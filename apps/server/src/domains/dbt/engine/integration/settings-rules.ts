import { completeOptions, ConversionRefused } from '@facet/dbt-convert'
import { findDbtVersion, isReservedForRuns, unknownDbtVersion } from '#adapters/dbt'
import { isBranchName } from '#adapters/git'
import { Failure, type FailureDetails } from '#kernel/failure'
import { pullOptions } from './pull-options.ts'
import type { IntegrationSettings } from './settings.ts'

const isFolder = (path: string): boolean =>
  path === '.' || path.split('/').every((part) => /^[^\p{C}\\]+$/u.test(part) && !/^\.{1,2}$/.test(part) && part.toLowerCase() !== '.git')

const pathProblem = (path: string): string | null =>
  isFolder(path)
    ? null
    : `${JSON.stringify(path)} is not a folder of the repository. Write it from its root, such as "." or "analytics/dbt".`

const branchProblem = (branch: string | null): string | null =>
  branch === null || isBranchName(branch) ? null : `${JSON.stringify(branch)} cannot be the name of a branch or tag.`

const pullProblem = (settings: IntegrationSettings): string | null => {
  try {
    // Which warehouse it is makes no difference to these rules, and may change later.
    completeOptions(pullOptions(settings.pull, { warehouse: 'postgres' }))
    return null
  } catch (error) {
    if (error instanceof ConversionRefused) return error.message
    throw error
  }
}

const marts = ({ onlyMarts, martsFolder }: IntegrationSettings['pull']): string | null => (onlyMarts ? pathProblem(martsFolder) : null)

const problemsIn = (settings: IntegrationSettings): FailureDetails =>
  [
    { pointer: '/body/projectPath', message: pathProblem(settings.projectPath) },
    { pointer: '/body/branch', message: branchProblem(settings.branch) },
    { pointer: '/body/pull/martsFolder', message: marts(settings.pull) },
    { pointer: '/body/pull', message: pullProblem(settings) },
  ].flatMap(({ pointer, message }) => (message === null ? [] : [{ pointer, message }]))

const databaseVariable = /^CUBEJS_DB_/i

const requireSelectable = (name: string): void => {
  if (databaseVariable.test(name))
    throw new Failure('dbt_variable_not_selectable', `${name} always passes to a sync, as every CUBEJS_DB_ variable does. Leave it out.`)
  if (isReservedForRuns(name))
    throw new Failure('dbt_variable_not_selectable', `${name} is set by the sync itself, or changes how it runs. Use another name for it.`)
}

/** Without what people write before and after the path of a folder. */
const trimmed = (path: string): string => path.replace(/^(\.\/)+(?=.)/, '').replace(/(?<=[^/])\/+$/, '')

/** The settings as they are kept, judged. */
export const requireUsable = (given: IntegrationSettings): IntegrationSettings => {
  const settings = { ...given, projectPath: trimmed(given.projectPath) }
  const errors = problemsIn(settings)
  if (errors.length > 0)
    throw new Failure('dbt_setting_invalid', `The settings cannot be used: ${errors.map(({ message }) => message).join(' ')}`, { errors })
  if (!findDbtVersion(settings.dbtVersion)) throw new Failure('dbt_version_unsupported', unknownDbtVersion(settings.dbtVersion))
  for (const name of settings.variableNames) requireSelectable(name)
  return settings
}
