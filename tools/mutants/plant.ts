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

/** What failed. A file that could not even be loaded says nothing of the fault that was planted, so it throws. */
export const failuresIn = ({ testResults }: TestReport): string[] => {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const names = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    if (status === 'failed' && names.length === 0) throw new Error(`${name} could not be run: ${message}`)
    return names
  })
  if (testResults.length === 0) throw new Error('No test was run.')
  return failed
}

export type Verdict = 'noticed' | 'MISSED' | 'harmless' | 'ALARMED'

export const verdictOf = ({ isHarmless }: Pick<Mutant, 'isHarmless'>, noticedBy: string[]): Verdict => {
  if (isHarmless) return noticedBy.length === 0 ? 'harmless' : 'ALARMED'
  return noticedBy.length > 0 ? 'noticed' : 'MISSED'
}

export const plantIn = (copy: CopiedRepository) => {
  const run = async (tests: string[]): Promise<string[]> => {
    rmSync(copy.path(report), { force: true })
    const { output } = await copy.run('node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...tests)
    try {
      return failuresIn(JSON.parse(readFileSync(copy.path(report), 'utf8')) as TestReport)
    } catch (cause) {
      throw new Error(`The tests did not run:\n${output.slice(-2000)}`, { cause })
    }
  }
  return {
    failingWithout: async (mutants: Mutant[]): Promise<string[]> => {
      const tests = [...new Set(mutants.flatMap(({ tests: own }) => own))]
      const failing = await run(tests)
      // On a busy machine one fails now and then: what counts is what fails again.
      return failing.length === 0 ? [] : (await run(tests)).filter((name) => failing.includes(name))
    },
    noticed: async ({ patch, tests }: Mutant): Promise<string[]> => {
      applyPatch(copy.path('.'), patch)
      try {
        return await run(tests)
      } finally {
        applyPatch(copy.path('.'), patch, '--reverse')
      }
    },
  }
}
