import { fullNameOf, trials } from '../../trials/registry.ts'
import { overdue, readNightlyPasses } from './nightly-passes.ts'

const late = overdue(trials.map(fullNameOf), readNightlyPasses(), Date.now())
for (const problem of late) process.stdout.write(`${problem} Run bash .ci/nightly and commit tools/ci/nightly-passes.json.\n`)
process.stdout.write(`${trials.length} trials, ${late.length} overdue\n`)
process.exitCode = late.length === 0 ? 0 : 1
