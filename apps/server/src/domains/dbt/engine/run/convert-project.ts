import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Conversion, ConversionReport, ConvertInput, RefusalCode } from '@facet/dbt-convert'
import { type ConvertProgram, convertProgram } from '#adapters/dbt'
import { nodeInside, type Sandbox, type SandboxRun } from '#adapters/sandbox'
import { withinDisk } from './disk-watch.ts'
import { isPlainFile } from './plain-file.ts'
import { type RunControl, watchProgress } from './run-control.ts'
import { overLimit, RunFailure } from './run-failure.ts'

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
const maxDiskBytes = 1024 * mebibyte
// The manifest lies beside the heap, and has at most a quarter of a gigabyte.
const heapMb = (memoryBytes: number): number => Math.floor((memoryBytes * 0.625) / mebibyte)
// What a manifest becomes stays until the end: collecting before half of the heap is used, or while there is little to lose, frees nothing.
const heapFlags = (memoryBytes: number): string[] => [
  `--max-old-space-size=${heapMb(memoryBytes)}`,
  `--initial-old-space-size=${Math.floor(heapMb(memoryBytes) / 2)}`,
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
]

const commandOf = ({
  artifactsFolder,
  hasCatalog,
  options,
  outputFolder,
  memoryBytes,
  program = convertProgram(),
}: ConvertRequest & { memoryBytes: number }) => ({
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
  input: JSON.stringify({ artifacts: '/artifacts', output: '/output', hasCatalog, options }),
  limits: { memoryBytes, cpuSeconds: 600, maxProcesses: 64, maxOpenFiles: 256, maxFileBytes: 512 * mebibyte, tmpBytes: mebibyte },
  maxOutputBytes: mebibyte,
})

type Told = { converted: Pick<ConvertedProject, 'counts' | 'stats'> } | { refused: { code: RefusalCode; message: string } }

const outOfMemory = (memoryBytes: number, stderr: string): RunFailure =>
  new RunFailure(
    'convert',
    'limit_exceeded',
    `The manifest takes more than ${memoryBytes / mebibyte} MB of memory to convert. Send one without compiled code (dbt parse), or of fewer models.`,
    { cause: new Error(stderr.slice(0, 2000)) },
  )

const runConverter = async (sandbox: Pick<Sandbox, 'run'>, call: SandboxRun): Promise<Told> => {
  const { code, signal, stdout, stderr } = await sandbox.run(call)
  if (code === 0) return JSON.parse(stdout.toString('utf8')) as Told
  if (signal === 'SIGABRT' || /heap out of memory|Array buffer allocation failed/.test(stderr))
    throw outOfMemory(call.limits.memoryBytes, stderr)
  throw new Error(`The converter ended with ${code ?? signal}: ${stderr.slice(0, 2000)}`)
}

/**
 * Makes cubes of what dbt wrote, in a process of its own behind walls: a manifest is as large and as odd as whoever can push to the
 * repository wants it to be.
 */
export const convertProject = async (request: ConvertRequest, control: RunControl): Promise<ConvertedProject> => {
  const { at } = watchProgress(control, 'manifest.json')
  const { signal, timeoutMs } = control
  const command = commandOf({ memoryBytes: standardMemoryBytes, ...request })
  const told = await withinDisk([request.outputFolder], maxDiskBytes, signal, (within) =>
    runConverter(request.sandbox, { ...command, signal: within, timeoutMs }),
  ).catch((error: unknown) => {
    signal.throwIfAborted()
    throw overLimit(error, 'convert', at(), control)
  })
  if ('refused' in told) throw new RunFailure('convert', told.refused.code, told.refused.message)
  const [conversionFile, reportFile] = [join(request.outputFolder, 'conversion.json'), join(request.outputFolder, 'report.json')]
  // Both are opened outside from here on. The converter reads what others wrote: were it turned, it could leave a link to any file.
  for (const file of [conversionFile, reportFile])
    if (!(await isPlainFile(file, command.limits.maxFileBytes))) throw new Error(`The converter left no file as ${basename(file)}.`)
  return { ...told.converted, conversionFile, reportFile }
}

/** The files that were generated, for whoever publishes them. */
export const readConversion = async ({ conversionFile }: Pick<ConvertedProject, 'conversionFile'>): Promise<StoredConversion> => {
  const { files, outputPath, projectModels } = JSON.parse(await readFile(conversionFile, 'utf8')) as StoredConversion & {
    projectModels: string[]
  }
  return { files, outputPath, projectModels: new Set(projectModels) }
}
