import { flakyProblems, readFlaky } from './flaky.ts'

const entries = readFlaky()
const problems = flakyProblems(entries, Date.now())
for (const problem of problems) process.stdout.write(`tools/ci/flaky.json: ${problem}\n`)
process.stdout.write(`${entries.length} flaky entries, ${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
