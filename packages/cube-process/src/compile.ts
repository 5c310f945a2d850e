import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type CompileReport, emptyReport, type Finding } from './compile-report.ts'
import { findCompileContext } from './compile-context.ts'
import type { Engine } from './engine.ts'
import type { Compiler, Compilers, Cube, ErrorReporter, ReportedError, Repository, SourceFile } from './engine-types.ts'
import { lineOf, sourceLine } from './error-lines.ts'
import { withFile } from './find-file.ts'
import { asksForRollupOnlyMode, neutralContext } from './options.ts'
import type { OnTranspileError } from './transpilation.ts'
import { findUnsupported } from './unsupported-files.ts'
import { findUserConfig, hookOf, loadUserConfig, type UserConfig } from './user-config.ts'

export type CompileSettings = { modelFolder: string; schemaPath: string; isStandIn: boolean; isRollupOnly: boolean }

const messageOf = (error: unknown): string => stripVTControlCharacters(error instanceof Error ? error.message : String(error)).trim()

// What upstream says where a file reads the context of whoever compiles it. That is told by line already.
const compileContext = "COMPILE_CONTEXT can't be used"

// Errors of a model come from another realm: they are no instances of our Error.
const stackOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stack' in error && typeof error.stack === 'string' ? error.stack : ''

/** Upstream loses the file of what a file throws when it runs. */
const keepFiles = (compiler: Compiler, sources: ReadonlyMap<string, SourceFile>): void => {
  const compileJsFile = compiler.compileJsFile.bind(compiler)
  compiler.compileJsFile = (file, reporter, options) => {
    const named: ErrorReporter = Object.create(reporter, {
      error: {
        value: (error: unknown) =>
          reporter.error(error, file.fileName, sourceLine(stackOf(error), file, sources.get(file.fileName)) ?? undefined),
      },
    }) as ErrorReporter
    compileJsFile(file, named, options)
  }
}

const findingsOf = (reported: readonly ReportedError[], sources: ReadonlyMap<string, SourceFile>, schemaPath: string): Finding[] =>
  reported.map((each) => {
    const message = messageOf(each.message ?? each.plainMessage ?? 'unknown error')
    const source = each.fileName === undefined ? undefined : sources.get(each.fileName)
    return {
      file: each.fileName === undefined ? null : join(schemaPath, each.fileName),
      line: each.lineNumber ?? lineOf(message, source),
      message,
    }
  })

const repositoryOf = (engine: Engine, user: UserConfig, schemaPath: string): Repository => {
  const own = hookOf<(context: unknown) => Repository>(user, 'repositoryFactory')
  return own ? own(neutralContext) : new (engine.shared().FileRepository)(schemaPath)
}

const unreadable = (sources: ReadonlyMap<string, SourceFile>, schemaPath: string) => {
  const findings: Finding[] = []
  const onError: OnTranspileError = (error, { fileName }) => {
    const message = messageOf(error)
    const file = join(schemaPath, fileName)
    // A file is rewritten several times.
    if (!findings.some((each) => each.file === file && each.message === message))
      findings.push({ file, line: lineOf(message, sources.get(fileName)), message })
    return { content: '', errors: [], warnings: [] }
  }
  return { findings, onError }
}

const compileFiles = async (
  engine: Engine,
  user: UserConfig,
  files: readonly SourceFile[],
  sources: ReadonlyMap<string, SourceFile>,
  localPath: string,
) => {
  const repository: Repository = { localPath: () => localPath, dataSchemaFiles: async () => [...files] }
  const { NativeInstance } = engine.native()
  const compilers = engine.schemaCompiler().prepareCompiler(repository, {
    allowNodeRequire: user['allowNodeRequire'] ?? true,
    allowJsDuplicatePropsInSchema: user['allowJsDuplicatePropsInSchema'] ?? false,
    standalone: true,
    nativeInstance: new NativeInstance(),
    errorReport: { logger: () => undefined },
  })
  keepFiles(compilers.compiler, sources)
  try {
    await compilers.compiler.compile()
    return { compilers, thrown: null }
  } catch (error) {
    return { compilers, thrown: error }
  }
}

const cubesOf = ({ cubeEvaluator }: Compilers): Cube[] => cubeEvaluator.cubeNames().map((name) => cubeEvaluator.cubeFromPath(name))

// The whole report is one line of a few megabytes at most.
const maxMemberChars = 4_000_000

const membersOf = (cubes: readonly Cube[]): string[] | null => {
  const members = cubes.flatMap(({ name, dimensions, measures, segments }) =>
    [dimensions, measures, segments].flatMap((kind) => Object.keys(kind ?? {}).map((member) => `${name}.${member}`)),
  )
  return members.reduce((chars, { length }) => chars + length, 0) > maxMemberChars ? null : members
}

const described = (cubes: readonly Cube[]): Partial<CompileReport> => ({
  cubes: cubes.filter(({ isView }) => !isView).length,
  views: cubes.filter(({ isView }) => isView).length,
  hasPreAggregations: cubes.some(({ preAggregations }) => Object.keys(preAggregations ?? {}).length > 0),
  cubesWithoutPolicy: cubes.filter(({ accessPolicy }) => !accessPolicy?.length).map(({ name }) => name),
  members: membersOf(cubes),
})

/** Compiles the model with upstream's compiler. No warehouse is dialled. */
export const compile = async (
  engine: Engine,
  { modelFolder, schemaPath, isStandIn, isRollupOnly }: CompileSettings,
): Promise<CompileReport> => {
  let user: UserConfig
  let hasRollupOnly = isRollupOnly
  let repository: Repository
  let files: SourceFile[]
  const ofConfig = findUserConfig(modelFolder) ?? null
  const pythonConfig = isStandIn ? findUnsupported(modelFolder, schemaPath, []) : []
  try {
    user = await loadUserConfig(modelFolder)
    hasRollupOnly ||= await asksForRollupOnlyMode(user)
    repository = repositoryOf(engine, user, (user['schemaPath'] as string | undefined) ?? schemaPath)
    files = await repository.dataSchemaFiles()
  } catch (error) {
    const line =
      ofConfig === null ? null : Number(new RegExp(String.raw`${ofConfig}:(\d+)`).exec(String((error as Error).stack))?.[1] ?? 0) || null
    return { ...emptyReport, hasRollupOnly, errors: [...pythonConfig, { file: ofConfig, line, message: messageOf(error) }] }
  }
  const unsupported = isStandIn ? findUnsupported(modelFolder, schemaPath, files) : []
  if (unsupported.length > 0) return { ...emptyReport, hasRollupOnly, errors: unsupported }
  const sources = new Map(files.map((file) => [file.fileName, file]))
  const { findings, onError } = unreadable(sources, schemaPath)
  engine.transpileInProcess(onError)
  const { compilers, thrown } = await compileFiles(engine, user, files, sources, repository.localPath())
  const reporter = compilers.compiler.errorsReporter
  const reported = reporter?.getErrors() ?? []
  const ofContext = findCompileContext(files, schemaPath)
  const others = reported.filter(({ message }) => ofContext.length === 0 || !message?.includes(compileContext))
  const errors = [
    ...ofContext,
    ...findings,
    ...findingsOf(others, sources, schemaPath).map((finding) => withFile(finding, sources, schemaPath)),
  ]
  if (errors.length === 0 && thrown !== null) errors.push({ file: null, line: null, message: messageOf(thrown) })
  return {
    ...emptyReport,
    ...(errors.length === 0 ? described(cubesOf(compilers)) : {}),
    errors,
    warnings: findingsOf(reporter?.getWarnings() ?? [], sources, schemaPath),
    hasRollupOnly,
    readsCompileSecurityContext: ofContext.length > 0,
  }
}
