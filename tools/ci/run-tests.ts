import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { calibrate, cpuSecondsWithChildren } from '@facet/testkit/cpu'
import { missingRecords, overspending, readBudget, slowdown, spendingOf, type Spending, type Usage } from './budget.ts'
import { recordFlaky } from './flaky.ts'
import { selectNightlyFiles } from './path-rules.ts'
import { brokenFiles, countsOf, failureLines, type TestReport, withLater } from './test-report.ts'
import { root, runVitest, type VitestRun } from './vitest-run.ts'

/** When more files fail, something is broken, and a second run would only take time. */
const maxRetriedFiles = 5

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const nameOf = (path: string): string => relative(root, path)

type Attempt = VitestRun & { flaky: string[] }

/** Runs files that failed once more, one at a time. One that passes then is flaky: it is counted and recorded, never ignored. */
const retryFailed = async (folder: string, first: VitestRun, env: Record<string, string>): Promise<Attempt> => {
  const broken = brokenFiles(first.report)
  const isRetried = broken.length > 0 && broken.length <= maxRetriedFiles && !first.output.includes('Unhandled Error')
  if (!isRetried) return { ...first, flaky: [] }
  print('      failed, so these files run once more:')
  for (const line of failureLines(first.report, root)) print(`        ${line}`)
  const second = await runVitest(folder, broken, ['--maxWorkers=1'], env)
  const report: TestReport = withLater(first.report, second.report)
  const stillBroken = brokenFiles(report)
  return { ...second, report, flaky: broken.filter((file) => !stillBroken.includes(file)).map(nameOf) }
}

/** Lines that `tools/ci/test-setup.ts` appended, one for each test file and server. */
const readUsages = (file: string): Usage[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Usage)
    : []

const printSpending = (spending: Spending[], usages: Usage[]): void => {
  for (const { area, cpuSeconds, share } of spending) print(`      ${area.padEnd(40)} ${Math.round(cpuSeconds)} of ${share} CPU s`)
  const slowest = usages.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, 15)
  print(`      most expensive: ${slowest.map(({ file, cpuSeconds }) => `${file} ${Math.round(cpuSeconds)}`).join(', ')}`)
}

/** `node tools/ci/run-tests.ts <counts>`: runs all tests of a landing, then writes how many passed, failed and were flaky. */
const main = async (countsFile: string | undefined): Promise<boolean> => {
  if (countsFile === undefined) throw new Error('Name the file for the counts.')
  const folder = mkdtempSync(join(tmpdir(), 'facet-tests-'))
  const usageFile = join(folder, 'usage.jsonl')
  const startedMs = performance.now()
  try {
    const budget = readBudget()
    const nightlyFiles = selectNightlyFiles()
    const env = { FACET_NIGHTLY_FILES: nightlyFiles.join(',') }
    const calibratedBefore = calibrate()
    const cpuBefore = cpuSecondsWithChildren()
    const first = await runVitest(folder, [], [], { ...env, FACET_TEST_USAGE: usageFile })
    const cpuSeconds = cpuSecondsWithChildren() - cpuBefore
    const calibrated = (calibratedBefore + calibrate()) / 2
    // Nightly files that a path rule added are outside the budget of a landing.
    const usages = readUsages(usageFile)
    const { report, exitCode, output, flaky } = await retryFailed(folder, first, env)
    recordFlaky(flaky)

    const { passed, failed: failedTests } = countsOf(report)
    // An error outside of any test fails the run too.
    const isBrokenOutside = exitCode !== 0 && failedTests === 0
    const failed = isBrokenOutside ? 1 : failedTests
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    print(`${failed === 0 ? 'ok   ' : 'FAIL '} tests ${passed} passed, ${failed} failed, ${flaky.length} flaky, in ${seconds} s`)
    if (nightlyFiles.length > 0) print(`      with nightly tests whose sources changed: ${nightlyFiles.join(', ')}`)
    const lines = isBrokenOutside ? output.trimEnd().split('\n').slice(-80) : failureLines(report, root)
    if (failed > 0) for (const line of lines) print(`      ${line}`)

    const inWorkers = usages.filter(({ file }) => !file.startsWith('shared:')).reduce((sum, usage) => sum + usage.cpuSeconds, 0)
    const spending = spendingOf(budget, [
      ...usages.filter(({ file }) => !file.endsWith('.nightly.test.ts')),
      { file: 'shared: Vitest', cpuSeconds: Math.max(0, cpuSeconds - inWorkers) },
    ])
    const factor = slowdown(budget, calibrated)
    const overspent = [...missingRecords(first.report.testResults.length, usages), ...overspending(spending, budget.total.tests, factor)]
    print(`${overspent.length === 0 ? 'ok   ' : 'FAIL '} CPU budget of tests, machine slower by a factor of ${factor.toFixed(2)}`)
    printSpending(spending, usages)
    for (const problem of overspent) print(`      ${problem}`)

    writeFileSync(countsFile, `${passed + (overspent.length === 0 ? 1 : 0)} ${failed + (overspent.length === 0 ? 0 : 1)} ${flaky.length}\n`)
    return failed === 0 && overspent.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main(process.argv[2])) ? 0 : 1
