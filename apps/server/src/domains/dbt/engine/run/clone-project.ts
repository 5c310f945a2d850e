import { posix } from 'node:path'
import { type Cloned, GitLimitFailure, type Remote, type Remotes } from '#adapters/git'
import { Failure } from '#kernel/failure'
import { type RunControl, watchProgress } from './run-control.ts'
import { RunFailure, type RunFailureCode, timedOut } from './run-failure.ts'

export type CloneRequest = {
  remotes: Pick<Remotes, 'clone'>
  remote: Remote
  ref: string | null
  /** From the top of the repository; `.` is the top. */
  projectPath: string
  /** Empty, and this run's own. */
  folder: string
}

/** Files of a repository, and where in it the project is. They are mounted, and never opened outside a sandbox. */
export type Checkout = {
  files: string
  projectPath: string
  /** Whether the project names packages at all. */
  hasPackages: boolean
}

export type ClonedProject = Checkout & { ref: string; sha: string }

const codes: Partial<Record<Failure['code'], RunFailureCode>> = {
  remote_auth_failed: 'repository_auth_failed',
  remote_repository_not_found: 'repository_not_found',
  remote_branch_not_found: 'ref_not_found',
  remote_unreachable: 'repository_unreachable',
  remote_too_large: 'repository_refused',
  remote_content_refused: 'repository_refused',
  remote_host_key_mismatch: 'repository_refused',
  remote_host_private: 'repository_refused',
  remote_url_invalid: 'repository_refused',
}

/** What the guard of remotes says, as a failure of this phase. */
export const asCloneFailure = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error
  if (error instanceof GitLimitFailure) return new RunFailure('clone', 'limit_exceeded', error.message, { cause: error })
  const code = codes[error.code]
  return code === undefined
    ? error
    : new RunFailure('clone', code, error.message, { cause: error, isTransient: code === 'repository_unreachable' })
}

const projectFile = 'dbt_project.yml'
const packageFiles = ['packages.yml', 'dependencies.yml']

/** The path without its odd forms. One that leads out of the repository is nobody's project. */
export const projectPathIn = (path: string): string => {
  const normal = posix.normalize(path.replaceAll(/^\/+|\/+$/g, '') || '.')
  if (normal.startsWith('..') || normal.includes('\0') || normal.includes('\\'))
    throw new RunFailure(
      'clone',
      'project_not_found',
      `The project path ${JSON.stringify(path.slice(0, 200))} leads out of the repository.`,
    )
  return normal
}

const requireProject = ({ paths }: Cloned, projectPath: string): void => {
  if (paths.includes(posix.join(projectPath, projectFile))) return
  const found = paths.filter((path) => posix.basename(path) === projectFile).map((path) => posix.dirname(path))
  const hint = found.length === 0 ? 'The repository has none.' : `There is one in: ${found.slice(0, 5).join(', ')}.`
  throw new RunFailure(
    'clone',
    'project_not_found',
    `There is no ${projectFile} at the project path "${projectPath}". ${hint}`.slice(0, 1000),
  )
}

/** One commit of the dbt repository, without its history. */
export const cloneProject = async (request: CloneRequest, control: RunControl): Promise<ClonedProject> => {
  const projectPath = projectPathIn(request.projectPath)
  const { at } = watchProgress(control, request.ref ?? 'the default branch')
  const time = AbortSignal.timeout(control.timeoutMs)
  const signal = AbortSignal.any([control.signal, time])
  const cloned = await request.remotes
    .clone(request.remote, { ref: request.ref, folder: request.folder, signal })
    .catch((error: unknown) => {
      control.signal.throwIfAborted()
      throw time.aborted ? timedOut('clone', at(), control, error) : asCloneFailure(error)
    })
  requireProject(cloned, projectPath)
  const hasPackages = packageFiles.some((name) => cloned.paths.includes(posix.join(projectPath, name)))
  return { files: cloned.files, projectPath, hasPackages, ref: cloned.ref, sha: cloned.sha }
}
