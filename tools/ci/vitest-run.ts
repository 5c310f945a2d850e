import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestReport } from './test-report.ts'

export const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

export type VitestRun = { report: TestReport; exitCode: number | null; output: string }

/** Runs the named test files, or all of them, and reads the report that Vitest writes into `folder`. */
export const runVitest = async (folder: string, files: string[], options: string[], env: Record<string, string>): Promise<VitestRun> => {
  const reportFile = join(folder, 'report.json')
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...reporters, ...options], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  const output = `${stdout}${stderr}`
  try {
    return { report: JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport, exitCode, output }
  } catch (cause) {
    throw new Error(`Vitest wrote no report:\n${output.slice(-8000)}`, { cause })
  }
}
