import { type EnginePrograms, type InstalledEngine, requireDrivers } from '#adapters/cube'
import type { Sandbox } from '#adapters/sandbox'
import { type CompileReport, createRedactor, foreignText, type ModelCompiler, type ModelProblem, storable } from '../builds/index.ts'
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
const maxNameChars = 500
const maxCubes = 1000
const maxMembers = 200_000
const maxMemberChars = 255
const memberForm = /^\w+\.\w+$/
const maxLines = 2001
const maxLineChars = 4000
// What is looked at for its end: a value across the beginning is recognised as long as it begins within.
const maxTailChars = 262_144

type Redact = (text: string) => string

const listOf = (value: unknown, max: number): unknown[] => (Array.isArray(value) ? value.slice(0, max) : [])

const problemsOf = (value: unknown, redact: Redact): ModelProblem[] =>
  listOf(value, maxProblems).map((problem) => {
    const { file, line, message } = (problem ?? {}) as Record<string, unknown>
    return {
      file: typeof file === 'string' ? foreignText(file, maxNameChars, redact) : null,
      line: Number.isSafeInteger(line) ? (line as number) : null,
      message: foreignText(typeof message === 'string' ? message : JSON.stringify(message ?? ''), maxMessageChars, redact),
    }
  })

/** Names that no compiler gives are left out, and so are values of variables, which are none once they are taken out. */
const membersOf = (value: unknown, redact: Redact): string[] | null =>
  Array.isArray(value) && value.length <= maxMembers
    ? redact(value.filter((name) => typeof name === 'string' && name.length <= maxMemberChars).join('\n'))
        .split('\n')
        .filter((name) => memberForm.test(name))
    : null

const count = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/** The model's own code could have written it: nothing but the fields with a name is looked at, and of those no more than is kept. */
const readReport = (stdout: string, redact: Redact): CompileReport | null => {
  const said = stdout.trimEnd()
  try {
    const report = JSON.parse(said.slice(said.lastIndexOf('\n') + 1)) as Record<string, unknown>
    return {
      cubes: count(report['cubes']),
      views: count(report['views']),
      errors: problemsOf(report['errors'], redact),
      warnings: problemsOf(report['warnings'], redact),
      hasPreAggregations: report['hasPreAggregations'] === true,
      hasRollupOnly: report['hasRollupOnly'] === true,
      readsCompileSecurityContext: report['readsCompileSecurityContext'] === true,
      cubesWithoutPolicy: listOf(report['cubesWithoutPolicy'], maxCubes)
        .filter((name) => typeof name === 'string')
        .map((name) => foreignText(name, maxNameChars, redact)),
      members: membersOf(report['members'], redact),
    }
  } catch {
    return null
  }
}

const withoutReport = (code: number | null, said: string): CompileReport => ({
  cubes: 0,
  views: 0,
  errors: [{ file: null, line: null, message: `The compiler ended with ${code} and no report. ${said}`.trim() }],
  warnings: [],
  hasPreAggregations: false,
  hasRollupOnly: false,
  readsCompileSecurityContext: false,
  cubesWithoutPolicy: [],
  members: null,
})

const endOf = (said: string, redact: Redact): string => storable(redact(said.trimEnd().slice(-maxTailChars)).trim().slice(-maxMessageChars))

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
    for (const line of said.split('\n', maxLines)) if (line.trim() !== '') onLine(foreignText(line, maxLineChars, redact))
    return readReport(stdout.toString('utf8'), redact) ?? withoutReport(code, endOf(said, redact))
  },
})
