import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isHeldUp, underConditions } from '../../bench/src/harness/machine.ts'
import { readTree } from './tree.ts'
import { brokenFiles, countsOf, failureLines, type TestReport, withLater } from './test-report.ts'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const maxRuns = 3
/**
 * A worker keeps what every file it ran has loaded, about 7 MB each, and collects more garbage with every one: at 165 files it had more
 * than a gigabyte. New workers begin after so many files of all. More rounds than needed cost time: each waits for its longest file.
 */
const filesPerRound = 340

type Run = { report: TestReport; exitCode: number | null; said: string }

const runVitest = async (folder: string, files: string[], ...options: string[]): Promise<Run> => {
  const outcome = join(folder, 'report.json')
  rmSync(outcome, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outcome}`]
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...reporters, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  try {
    return { report: JSON.parse(readFileSync(outcome, 'utf8')) as TestReport, exitCode, said: `${said}${errors}` }
  } catch (cause) {
    throw new Error(`The tests did not run:\n${`${said}${errors}`.slice(-8000)}`, { cause })
  }
}

/** Runs them in rounds, each with workers of its own, and puts the reports together. No file named means all of them. */
const runRounds = async (folder: string, files: string[]): Promise<Run> => {
  const count = files.length === 0 ? readTree().tests.length : files.length
  const rounds = Math.max(1, Math.ceil(count / filesPerRound))
  const run: Run = { report: { testResults: [] }, exitCode: 0, said: '' }
  for (let round = 1; round <= rounds; round++) {
    const { report, exitCode, said } = await runVitest(folder, files, `--shard=${round}/${rounds}`, '--passWithNoTests')
    run.report.testResults.push(...report.testResults)
    if (exitCode !== 0) run.exitCode = exitCode
    run.said += said
  }
  return run
}

/**
 * What failed while the machine itself stood still says nothing of the product, so those files run again, one at a time. On a machine
 * that runs, the first failure is the result.
 */
const runUntilHeard = async (folder: string, files: string[]): Promise<Run> => {
  let { value: run, conditions } = await underConditions(() => runRounds(folder, files))
  for (let runs = 1; runs < maxRuns && isHeldUp(conditions); runs++) {
    const broken = brokenFiles(run.report)
    // What broke outside of any test belongs to no file that could run again.
    if (broken.length === 0 || run.said.includes('Unhandled Error')) break
    const { stealPercent, pausedMs } = conditions
    process.stdout.write(
      `      failed while the machine stood still (steal ${stealPercent} %, not let run for ${pausedMs} ms), so they run again:\n`,
    )
    for (const line of failureLines(run.report, root)) process.stdout.write(`        ${line}\n`)
    const later = await underConditions(() => runVitest(folder, broken, '--maxWorkers=1'))
    conditions = later.conditions
    run = { ...later.value, report: withLater(run.report, later.value.report) }
  }
  return run
}

/** `node tools/ci/run-tests.ts <list> <counts>`: runs the test files that the list names, all if it names none, and writes how many passed and failed. */
const main = async (list: string | undefined, counts: string | undefined): Promise<boolean> => {
  if (list === undefined || counts === undefined) throw new Error('Name the list of test files and the file for the counts.')
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter((name) => name !== '')
  const folder = mkdtempSync(join(tmpdir(), 'facet-tests-'))
  const startedMs = performance.now()
  try {
    const { report, exitCode, said } = await runUntilHeard(folder, files)
    const { passed, failed: failedTests } = countsOf(report)
    // Something can break outside any test.
    const isBrokenOutside = exitCode !== 0 && failedTests === 0
    const failed = isBrokenOutside ? 1 : failedTests
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    process.stdout.write(`${failed === 0 ? 'ok  ' : 'FAIL'}  tests ${passed} passed, ${failed} failed, in ${seconds} s\n`)
    const lines = isBrokenOutside ? said.trimEnd().split('\n').slice(-80) : failureLines(report, root)
    if (failed > 0) process.stdout.write(lines.map((line) => `      ${line}\n`).join(''))
    writeFileSync(counts, `${passed} ${failed}\n`)
    return failed === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main(process.argv[2], process.argv[3])) ? 0 : 1
