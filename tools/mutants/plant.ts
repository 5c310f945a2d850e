import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import type { CopiedRepository } from '../new/copied-repository.ts'
import type { Mutant } from './read.ts'

type TestReport = {
  testResults: { name: string; status: string; message: string; assertionResults: { fullName: string; status: string }[] }[]
}

const report = 'report.json'

export const applyPatch = (folder: string, patch: string, ...options: string[]): void =>
  void execFileSync('git', ['apply', '--whitespace=nowarn', ...options, '-'], {
    cwd: folder,
    input: patch,
    stdio: ['pipe', 'pipe', 'pipe'],
  })

/** Names of the failed tests. Throws for a file that could not be loaded, because that does not show that a test detects the fault. */
export const failuresIn = ({ testResults }: TestReport): string[] => {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const names = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    if (status === 'failed' && names.length === 0) throw new Error(`${name} could not be run: ${message}`)
    return names
  })
  if (testResults.length === 0) throw new Error('No test was run.')
  return failed
}

/** Whether a trial passed, according to the last line of its output. Throws if that line is not its result. */
export const hasPassed = (stdout: string): boolean => {
  const { passed } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { passed?: boolean }
  if (passed === undefined) throw new Error('The last line contains no result.')
  return passed
}

/** Runs tests and trials in the copy, with and without faults. */
export const plantIn = (copy: CopiedRepository) => {
  const failedTests = async (tests: string[]): Promise<string[]> => {
    if (tests.length === 0) return []
    rmSync(copy.path(report), { force: true })
    const { output } = await copy.run('node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...tests)
    try {
      return failuresIn(JSON.parse(readFileSync(copy.path(report), 'utf8')) as TestReport)
    } catch (cause) {
      throw new Error(`The tests did not run:\n${output.slice(-2000)}`, { cause })
    }
  }
  const failedTrials = async (trials: string[]): Promise<string[]> => {
    const failed: string[] = []
    for (const trial of trials) {
      const { stdout, output } = await copy.run('trials/run.ts', ...trial.split('/'), '--quick', '--json')
      try {
        if (!hasPassed(stdout)) failed.push(trial)
      } catch (cause) {
        throw new Error(`The trial ${trial} did not run:\n${output.slice(-2000)}`, { cause })
      }
    }
    return failed
  }
  return {
    /** Tests and trials of these faults that fail without any fault, twice in a row. */
    failingWithout: async (mutants: Mutant[]): Promise<string[]> => {
      const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
      const [failed, again] = [await failedTests(tests), await failedTrials([...new Set(mutants.flatMap(({ trials }) => trials))])]
      const repeated = failed.length === 0 ? [] : await failedTests(tests)
      return [...repeated.filter((name) => failed.includes(name)), ...(await failedTrials(again))]
    },
    /** The first test, or else trial, that fails with the fault. Undefined if all pass. */
    detectedBy: async ({ patch, tests, trials }: Mutant): Promise<string | undefined> => {
      applyPatch(copy.path('.'), patch)
      try {
        return (await failedTests(tests))[0] ?? (await failedTrials(trials))[0]
      } finally {
        applyPatch(copy.path('.'), patch, '--reverse')
      }
    },
  }
}
