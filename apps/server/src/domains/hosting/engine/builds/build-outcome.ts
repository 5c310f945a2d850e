import { foreignText } from './foreign-text.ts'
import type { BuildReport, CompileReport, ModelProblem } from './types.ts'
import { BuildProblem } from './build-problem.ts'

const maxProblems = 200
const maxMessageLength = 2000
const maxNameLength = 500
const maxCubes = 1000
const maxNoteLength = 10_000
const maxShown = 10

const placeOf = ({ file, line }: ModelProblem): string => {
  if (file === null) return ''
  return line === null ? `${file}: ` : `${file}:${line}: `
}

/** The first errors as a person reads them in the answer of build status. */
export const textOfProblems = (problems: readonly ModelProblem[]): string => {
  const shown = problems.slice(0, maxShown).map((problem) => `${placeOf(problem)}${problem.message}`)
  const rest = problems.length - shown.length
  return [...shown, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n')
}

type Redact = (text: string) => string

const bounded = (problems: readonly ModelProblem[], redact: Redact): ModelProblem[] =>
  problems.slice(0, maxProblems).map(({ file, line, message }) => ({
    file: file === null ? null : foreignText(file, maxNameLength, redact),
    line,
    message: foreignText(message, maxMessageLength, redact),
  }))

// Without Cube Store nothing can hold what pre-aggregations compute.
const preAggregations =
  'The model has pre-aggregations. They are not built in this installation: queries are answered from the data source without them.'
const rollupOnly = 'A pre-aggregation is marked rollup_only, and nothing here can serve it: queries of its members are refused.'
const skippedNote = (skipped: readonly string[]): string =>
  `Links and submodules are not part of a build; left out: ${skipped.slice(0, 20).join(', ')}${skipped.length > 20 ? ', …' : ''}.`

/** The report as the build keeps it: nothing of what the model wrote goes by this border. Its members have a place of their own. */
export const buildReportOf = (compiled: CompileReport, skipped: readonly string[], redact: Redact): BuildReport => {
  const { members: _apart, ...report } = compiled
  return {
    ...report,
    errors: bounded(report.errors, redact),
    warnings: bounded(report.warnings, redact),
    cubesWithoutPolicy: report.cubesWithoutPolicy.slice(0, maxCubes).map((name) => foreignText(name, maxNameLength, redact)),
    notes: [
      ...(report.hasPreAggregations ? [preAggregations] : []),
      ...(report.hasRollupOnly ? [rollupOnly] : []),
      ...(skipped.length > 0 ? [foreignText(skippedNote(skipped), maxNoteLength, redact)] : []),
    ],
  }
}

/** Refuses what must not be served. */
export const requireServable = ({ errors, readsCompileSecurityContext }: BuildReport): void => {
  if (errors.length > 0) throw new BuildProblem(textOfProblems(errors), errors)
  if (readsCompileSecurityContext)
    throw new BuildProblem(
      'The model reads COMPILE_CONTEXT.securityContext: it would compile differently for each caller, and one compilation serves all of them here. Use access policies, or SECURITY_CONTEXT in queries.',
    )
}
