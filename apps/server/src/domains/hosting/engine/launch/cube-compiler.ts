import { type EnginePrograms, type InstalledEngine, requireDrivers } from '#adapters/cube'
import type { Sandbox } from '#adapters/sandbox'
import { type CompileReport, createRedactor, type ModelCompiler, type ModelProblem, redactAll } from '../builds/index.ts'
import { cubeCommand } from './cube-command.ts'

export type CompilerParts = {
  sandbox: Pick<Sandbox, 'run'>
  programs: EnginePrograms
  getEngine: (version: string) => InstalledEngine
  memoryBytes: number
}

// A model of a thousand cubes compiles in some twenty seconds here; one that takes ten times as long does not end.
const timeoutMs = 240_000
const cpuSeconds = 300
const maxOutputBytes = 8 * 1_048_576
const maxProblems = 200
const maxMessageChars = 2000

const problems = (value: unknown): ModelProblem[] =>
  (Array.isArray(value) ? (value as Record<string, unknown>[]) : []).slice(0, maxProblems).map((each) => ({
    file: typeof each['file'] === 'string' ? each['file'].slice(0, 500) : null,
    line: Number.isInteger(each['line']) ? (each['line'] as number) : null,
    message: (typeof each['message'] === 'string' ? each['message'] : JSON.stringify(each['message'] ?? '')).slice(0, maxMessageChars),
  }))

const count = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/** The model's own code could have written it: nothing of it is believed further than its shape. */
const readReport = (stdout: string, redact: (text: string) => string): CompileReport | null => {
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    // Before anything is cut: half a value would not be recognised.
    const report = redactAll(JSON.parse(line) as Record<string, unknown>, redact)
    return {
      cubes: count(report['cubes']),
      views: count(report['views']),
      errors: problems(report['errors']),
      warnings: problems(report['warnings']),
      hasPreAggregations: report['hasPreAggregations'] === true,
      hasRollupOnly: report['hasRollupOnly'] === true,
      readsCompileSecurityContext: report['readsCompileSecurityContext'] === true,
      cubesWithoutPolicy: (Array.isArray(report['cubesWithoutPolicy']) ? report['cubesWithoutPolicy'] : []).map(String).slice(0, 1000),
    }
  } catch {
    return null
  }
}

const withoutReport = (code: number | null, stderr: string): CompileReport => ({
  cubes: 0,
  views: 0,
  errors: [
    { file: null, line: null, message: `The compiler ended with ${code} and no report. ${stderr.trim().slice(-maxMessageChars)}`.trim() },
  ],
  warnings: [],
  hasPreAggregations: false,
  hasRollupOnly: false,
  readsCompileSecurityContext: false,
  cubesWithoutPolicy: [],
})

/**
 * Compiles with Cube's own compiler, behind walls and with no way out: not even the warehouse is needed for it. What the model says is
 * handed on without the values of the deployment's variables.
 */
export const createCubeCompiler = ({ sandbox, programs, getEngine, memoryBytes }: CompilerParts): ModelCompiler => ({
  compile: async ({ folder, engineVersion, variables, signal, onLine }) => {
    requireDrivers(engineVersion, variables)
    const redact = createRedactor(variables)
    const {
      code,
      stdout,
      stderr: said,
    } = await sandbox.run({
      ...cubeCommand({
        programs,
        engine: getEngine(engineVersion),
        program: 'compile',
        project: folder,
        variables,
        own: {},
        memoryBytes,
        cpuSeconds,
      }),
      timeoutMs,
      maxOutputBytes,
      signal,
    })
    const stderr = redact(said)
    for (const line of stderr.split('\n')) if (line.trim() !== '') onLine(line)
    return readReport(stdout.toString('utf8'), redact) ?? withoutReport(code, stderr)
  },
})
