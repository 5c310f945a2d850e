import { profileOf, type ProfileRequest } from '#adapters/dbt'
import type { ParseStates } from './parse-state.ts'
import { withoutCredentials } from './project-variables.ts'
import type { RunControl } from './run-control.ts'
import { emptyFolder } from './run-folders.ts'
import { type DbtPhaseRequest, runInProject } from './run-in-project.ts'

export type ParseRequest = DbtPhaseRequest &
  Pick<ProfileRequest, 'warehouse' | 'targetSchema'> & {
    /** With a key for the project, the version of dbt and the settings. */
    state?: { states: ParseStates; key: string; mayKeep: (file: string) => Promise<boolean> }
  }

export type ParsedProject = {
  /** Holds `manifest.json`, for `convertProject`. */
  artifactsFolder: string
  /** Whether only what changed was parsed. */
  isPartial: boolean
  warnings: string[]
}

/** `dbt parse`: a manifest of the project, with no way to a warehouse and no credential of one. */
export const parseProject = async (request: ParseRequest, control: RunControl): Promise<ParsedProject> => {
  const { folders, warehouse, target, targetSchema, variables, state } = request
  await emptyFolder(folders.artifacts)
  let isPartial = state ? await state.states.restore(state.key, folders.artifacts) : false
  const { warnings } = await runInProject(
    request,
    {
      ...{ phase: 'parse', code: 'parse_failed', summary: 'dbt could not parse the project', first: 'dbt_project.yml' },
      args: ['parse', '--target-path', '/artifacts'],
      profile: profileOf({ warehouse, target, targetSchema, variables: variables.database }),
      variables: withoutCredentials(variables),
      onLine: ({ name }) => {
        if (name === 'UnableToPartialParse') isPartial = false
      },
    },
    control,
  )
  if (state) await state.states.keep(state.key, folders.artifacts, state.mayKeep)
  return { artifactsFolder: folders.artifacts, isPartial, warnings }
}
