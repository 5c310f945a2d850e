import { stripVTControlCharacters } from 'node:util'

/** What Vitest says of a run, as far as it is needed here. */
export type TestReport = { testResults: FileResult[] }

type FileResult = { name: string; status: string; message: string; assertionResults: TestResult[] }

type TestResult = { fullName: string; status: string; failureMessages: string[] | null }

export type Counts = { passed: number; failed: number }

const hasPassed = ({ status }: { status: string }): boolean => status === 'passed'

/** Files of which something failed or did not run. */
export const brokenFiles = ({ testResults }: TestReport): string[] =>
  testResults.filter((file) => !hasPassed(file) || !file.assertionResults.every(hasPassed)).map(({ name }) => name)

/** The run, with what a later run of some of its files found in their place. */
export const withLater = ({ testResults }: TestReport, later: TestReport): TestReport => {
  const found = new Map(later.testResults.map((file) => [file.name, file]))
  return { testResults: testResults.map((file) => found.get(file.name) ?? file) }
}

/** A test that did not run counts as one that failed, and so does a file that could not be loaded. */
export const countsOf = ({ testResults }: TestReport): Counts => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(hasPassed).length
  const unloaded = testResults.filter((file) => !hasPassed(file) && file.assertionResults.every(hasPassed)).length
  return { passed, failed: tests.length - passed + unloaded }
}

const firstLines = (text: string | undefined, count: number): string[] =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
    .slice(0, count)
    .map((line) => `    ${line}`)

const describeTest = ({ fullName, status, failureMessages }: TestResult, lines: number): string[] => [
  status === 'failed' ? fullName : `${fullName} (did not run)`,
  ...firstLines(failureMessages?.[0], lines),
]

const describeFile = (folder: string, file: FileResult, lines: number): string[] => {
  const path = file.name.replace(`${folder}/`, '')
  const broken = file.assertionResults.filter((test) => !hasPassed(test))
  if (broken.length === 0) return hasPassed(file) ? [] : [`${path}: could not be run`, ...firstLines(file.message, lines)]
  return broken.flatMap((test) => {
    const [name, ...rest] = describeTest(test, lines)
    return [`${path} > ${name}`, ...rest]
  })
}

/** What failed: first every name, for where a log is cut short, then each with the beginning of what it said. */
export const failureLines = ({ testResults }: TestReport, folder: string): string[] => {
  const describe = (lines: number): string[] => testResults.flatMap((file) => describeFile(folder, file, lines))
  return [...describe(0), '', ...describe(12)]
}
