import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Conversion, ConversionReport, ConvertInput, RefusalCode } from '@facet/dbt-convert'
import { ChildLimitExceeded } from '#adapters/children'
import { type ConvertProgram, convertProgram } from '#adapters/dbt'
import { nodeInside, type Sandbox, type SandboxRun } from '#adapters/sandbox'
import { isPlainFile } from './plain-file.ts'
import { type RunControl, watchProgress } from './run-control.ts'
import { overLimit, RunFailure } from './run-failure.ts'
import { emptyFolder } from './run-folders.ts'

export type ConvertRequest = {
  sandbox: Pick<Sandbox, 'run'>
  /**
   * A folder with `manifest.json`, and `catalog.json` where there is one. Whoever wrote it is not trusted: it is mounted, and nothing in it
   * is opened outside.
   */
  artifactsFolder: string
  hasCatalog: boolean
  options: ConvertInput['options']
  /** Empty, and this run's own. */
  outputFolder: string
  /** Of its process; 5,000 models take about a third of what is given without it. */
  memoryBytes?: number
  /** Of everything it writes together. */
  maxDiskBytes?: number
  program?: ConvertProgram
}

export type ConvertedProject = {
  /** For `readConversion`. */
  conversionFile: string
  /** A `ConversionReport` as JSON. */
  reportFile: string
  counts: ConversionReport['counts']
  stats: Conversion['stats']
}

export type StoredConversion = Pick<Conversion, 'files' | 'outputPath' | 'projectModels'>

const mebibyte = 1_048_576
const standardMemoryBytes = 1024 * mebibyte
const standardDiskBytes = 1024 * mebibyte
const maxFileBytes = 512 * mebibyte
// The manifest lies beside the heap, and has at most a quarter of a gigabyte.
const heapMb = (memoryBytes: number): number => Math.floor((memoryBytes * 0.625) / mebibyte)
// What a manifest becomes stays until the end: collecting before half of the heap is used, or while there is little to lose, frees nothing.
const heapFlags = (memoryBytes: number): string[] => [
  `--max-old-space-size=${heapMb(memoryBytes)}`,
  `--initial-old-space-size=${Math.floor(heapMb(memoryBytes) / 2)}`,
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
]

type Order = Omit<ConvertRequest, 'sandbox' | 'memoryBytes'> & { memoryBytes: number; notices: string[] }

const commandOf = ({
  artifactsFolder,
  hasCatalog,
  options,
  outputFolder,
  memoryBytes,
  notices,
  maxDiskBytes = standardDiskBytes,
  program = convertProgram(),
}: Order) => ({
  command: nodeInside,
  args: [...heapFlags(memoryBytes), '--disable-warning=ExperimentalWarning', `/convert/${program.program}`],
  env: { PATH: '/usr/bin:/bin', HOME: '/tmp', TZ: 'UTC' },
  mounts: [
    { from: program.folder, to: '/convert' },
    { from: artifactsFolder, to: '/artifacts' },
    { from: outputFolder, to: '/output', writable: true as const },
  ],
  cwd: '/output',
  egress: [],
  input: JSON.stringify({ artifacts: '/artifacts', output: '/output', hasCatalog, options, notices }),
  limits: { memoryBytes, cpuSeconds: 600, maxProcesses: 64, maxOpenFiles: 256, maxFileBytes, tmpBytes: mebibyte },
  maxOutputBytes: mebibyte,
  maxDiskBytes,
})

type Told = { converted: Pick<ConvertedProject, 'counts' | 'stats'> } | { refused: { code: RefusalCode; message: string } }

const outOfMemory = (memoryBytes: number, cause: unknown): RunFailure =>
  new RunFailure(
    'convert',
    'limit_exceeded',
    `The manifest takes more than ${memoryBytes / mebibyte} MB of memory to convert. Send one without compiled code (dbt parse), or of fewer models.`,
    { cause },
  )

const isOutOfMemory = (error: unknown): boolean => error instanceof ChildLimitExceeded && error.limit === 'memory'

const runConverter = async (sandbox: Pick<Sandbox, 'run'>, call: SandboxRun): Promise<Told> => {
  const { code, signal, stdout, stderr } = await sandbox.run(call)
  if (code === 0) return JSON.parse(stdout.toString('utf8')) as Told
  if (signal === 'SIGABRT' || /heap out of memory|Array buffer allocation failed/.test(stderr))
    throw new ChildLimitExceeded('memory', `${call.limits.memoryBytes / mebibyte} MB of memory`, stderr.slice(0, 2000))
  throw new Error(`The converter ended with ${code ?? signal}: ${stderr.slice(0, 2000)}`)
}

/** A catalog only adds types: where it takes the memory, what it adds is lost and told in the report, and nothing else. */
const convertAtBest = async (run: (hasCatalog: boolean, notices: string[]) => Promise<Told>, request: ConvertRequest): Promise<Told> => {
  try {
    return await run(request.hasCatalog, [])
  } catch (error) {
    if (!request.hasCatalog || !isOutOfMemory(error)) throw error
    // It may have begun to write.
    await emptyFolder(request.outputFolder)
    return run(false, [
      'The catalog was not used: with it the conversion takes more memory than there is. Types that the project does not declare are guessed.',
    ])
  }
}

/**
 * Makes cubes of what dbt wrote, in a process of its own behind walls: a manifest is as large and as odd as whoever can push to the
 * repository wants it to be.
 */
export const convertProject = async (request: ConvertRequest, control: RunControl): Promise<ConvertedProject> => {
  const { at } = watchProgress(control, 'manifest.json')
  const { signal, timeoutMs } = control
  const { memoryBytes = standardMemoryBytes } = request
  const endsAtMs = performance.now() + timeoutMs
  const run = (hasCatalog: boolean, notices: string[]): Promise<Told> =>
    runConverter(request.sandbox, {
      ...commandOf({ ...request, memoryBytes, hasCatalog, notices }),
      signal,
      timeoutMs: Math.max(1, Math.ceil(endsAtMs - performance.now())),
    })
  const told = await convertAtBest(run, request).catch((error: unknown) => {
    signal.throwIfAborted()
    throw isOutOfMemory(error) ? outOfMemory(memoryBytes, error) : overLimit(error, 'convert', at(), control)
  })
  if ('refused' in told) throw new RunFailure('convert', told.refused.code, told.refused.message)
  const [conversionFile, reportFile] = [join(request.outputFolder, 'conversion.json'), join(request.outputFolder, 'report.json')]
  // Both are opened outside from here on. The converter reads what others wrote: were it turned, it could leave a link to any file.
  for (const file of [conversionFile, reportFile])
    if (!(await isPlainFile(file, maxFileBytes))) throw new Error(`The converter left no file as ${basename(file)}.`)
  return { ...told.converted, conversionFile, reportFile }
}

/** The files that were generated, for whoever publishes them. */
export const readConversion = async ({ conversionFile }: Pick<ConvertedProject, 'conversionFile'>): Promise<StoredConversion> => {
  const { files, outputPath, projectModels } = JSON.parse(await readFile(conversionFile, 'utf8')) as StoredConversion & {
    projectModels: string[]
  }
  return { files, outputPath, projectModels: new Set(projectModels) }
}
