import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthor } from '../../../harness/author.ts'
import type { Installation, Tenant } from '../../../harness/installation.ts'
import { changedProgram, type SourceChange } from '../../../harness/source-changes.ts'
import { attackMark } from './corpus.ts'
import { createDoors } from './stage.ts'
import { tryBranches, tryPaths } from './tries.ts'
import { differences, listPaths, namedAs, snapshotOf, strangersIn } from './watch.ts'

export const ruleChanges: SourceChange[] = [
  { file: 'domains/modeling/files/path-rules.ts', find: 'if (problem) throw', put: "if (problem === '') throw" },
  { file: 'domains/modeling/branches/branch-rules.ts', find: 'if (problem !== undefined)', put: "if (problem === '')" },
]

/** The same attacks where the rules for names are off: whether some get through, and are told. */
export const tryWithoutRules = async (installation: Installation, tenant: Tenant): Promise<Record<string, boolean>> => {
  const { settings, program } = changedProgram(ruleChanges)
  const process = await installation.serve(settings, program)
  try {
    const doors = createDoors(await createAuthor(installation, process, tenant, 'Without rules'))
    return {
      paths: (await tryPaths(doors, ['put'])).wrong.length > 0,
      branches: (await tryBranches(doors, ['createBranch'])).wrong.length > 0,
    }
  } finally {
    await process.kill('SIGKILL')
  }
}

/** What an attack would leave behind if it got out, put there by hand: whether it is seen. */
export const leaveTraces = (workFolder: string, canaries: string): Record<string, boolean> => {
  const [before, strangersBefore] = [snapshotOf(canaries), strangersIn(workFolder).length]
  const copy = listPaths(workFolder).find((path) => path.endsWith('.git')) ?? ''
  const traces = [join(canaries, attackMark), join(workFolder, copy, attackMark)]
  for (const trace of traces) writeFileSync(trace, 'x')
  const seen = {
    outside: differences(before, snapshotOf(canaries)).length > 0 && namedAs(canaries, attackMark).length > 0,
    inCopies: strangersIn(workFolder).length > strangersBefore,
  }
  for (const trace of traces) rmSync(trace)
  return seen
}
