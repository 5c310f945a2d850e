import { writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type DbtCall, type DbtPython, type DbtRun, type LogLine, problemIn, profileName, runDbt } from '#adapters/dbt'
import type { Sandbox } from '#adapters/sandbox'
import { createRedactor, foreignText } from '#engine/hosting'
import type { Checkout } from './clone-project.ts'
import { givenVariables, type RunVariables } from './project-variables.ts'
import { type RunControl, watchProgress } from './run-control.ts'
import { overLimit, RunFailure, type RunFailureCode, type RunPhase } from './run-failure.ts'
import type { RunFolders } from './run-folders.ts'

/** What every phase with dbt needs. */
export type DbtPhaseRequest = {
  sandbox: Pick<Sandbox, 'run'>
  environment: DbtPython
  checkout: Checkout
  folders: Pick<RunFolders, 'artifacts' | 'profiles'>
  target: string
  variables: RunVariables
  /** Other values that this phase is given and no text may show, by a name that stands for them. */
  secrets?: Readonly<Record<string, string>>
  /** Of everything in the checkout and the artifacts together. */
  maxDiskBytes?: number
}

type PhaseCall = Pick<DbtCall, 'variables' | 'own' | 'egress'> & {
  /** `now` tells what is being worked on, and gives it as it may be shown. */
  onLine?: (line: LogLine, now: (workingOn: string) => string) => void
  phase: RunPhase
  code: RunFailureCode
  /** What went wrong, before what dbt says about it. */
  summary: string
  args: readonly string[]
  profile: string
  mounts?: DbtCall['mounts']
  first: string
}

const standardDiskBytes = 2 * 1_073_741_824
const maxSaidChars = 4000
const maxSummaryChars = 600
const maxPathChars = 400

const failureOf = ({ phase, code, summary }: PhaseCall, run: DbtRun, redact: (text: string) => string): RunFailure => {
  const problem = problemIn(run.errors)
  const said = problem?.message ?? (run.stderr.trim() || 'It ended without a word.')
  const gist = foreignText(said, maxSummaryChars, redact)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 3)
    .join(' ')
  return new RunFailure(phase, code, `${summary}: ${gist}`, {
    file: problem?.file ? foreignText(problem.file, maxPathChars, redact) : null,
    line: problem?.line ?? null,
    dbtSaid: foreignText(said, maxSaidChars, redact),
  })
}

/** Runs one command of dbt on the checkout, with a profile of ours; a run that did not end well is a failure of the phase. */
export const runInProject = async (request: DbtPhaseRequest, call: PhaseCall, control: RunControl): Promise<DbtRun> => {
  const { sandbox, environment, checkout, folders, target, variables, secrets = {}, maxDiskBytes = standardDiskBytes } = request
  // Of what it is given alone: a project that prints a guess at anything else must not learn whether it was right.
  const redact = createRedactor({ ...givenVariables(variables), ...secrets })
  const progress = watchProgress(control, call.first)
  const now = (workingOn: string): string => {
    const shown = foreignText(workingOn, maxPathChars, redact)
    progress.now(shown)
    return shown
  }
  await writeFile(join(folders.profiles, 'profiles.yml'), call.profile, { mode: 0o600 })
  const options = ['--profiles-dir', '/profiles', '--profile', profileName, '--target', target]
  const run = await runDbt({
    ...{ sandbox, environment, maxDiskBytes, signal: control.signal, timeoutMs: control.timeoutMs, variables: call.variables },
    ...(call.own ? { own: call.own } : {}),
    ...(call.egress ? { egress: call.egress } : {}),
    args: [...call.args, ...options],
    mounts: [
      { from: checkout.files, to: '/project', writable: true },
      { from: folders.artifacts, to: '/artifacts', writable: true },
      { from: folders.profiles, to: '/profiles' },
      ...(call.mounts ?? []),
    ],
    cwd: posix.join('/project', checkout.projectPath),
    onFile: now,
    onLine: (line) => call.onLine?.(line, now),
  }).catch((error: unknown) => {
    control.signal.throwIfAborted()
    throw overLimit(error, call.phase, progress.at(), control)
  })
  if (!run.isDone) throw failureOf(call, run, redact)
  return run
}
