import { overdue, readFullPasses } from './full-passes.ts'
import { changesSince, hasCommit, readTree } from './tree.ts'

/** Fails when a trial's last full pass is too old for what has changed since. */
const main = (): boolean => {
  const { trials } = readTree()
  const changedSince = (commit: string) => (hasCommit(commit) ? changesSince(commit).map(({ path }) => path) : undefined)
  const late = overdue(trials, readFullPasses(), changedSince, Date.now())
  process.stdout.write(
    late.length === 0
      ? `${trials.length} trials, none overdue\n`
      : `${late.join('\n')}\nRun them in full and commit what that records: bash .ci/full\n`,
  )
  return late.length === 0
}

process.exitCode = main() ? 0 : 1
