import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type BundleOptions, bundleWorkflowCode, type Logger } from '@temporalio/worker'
import { failureConverterFile } from './files.ts'

const nothing = (): void => undefined
const silent: Logger = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Where the sources lay on the machine that made the bundle is nobody's business. */
const withoutMachinePaths: NonNullable<BundleOptions['webpackConfigHook']> = (config) => ({
  ...config,
  output: { ...config.output, devtoolModuleFilenameTemplate: '[resource-path]' },
})

type SourceMap = { sources: string[]; sourcesContent?: string[] }

/** The map keeps lines of the sources, and not their text: the first of them names the folder it was made in, and so do names of what was left out. */
const withoutSources = (code: string): string =>
  code.replace(/(sourceMappingURL=data:[^,]+,)([\w+/=]+)/, (_, head: string, text: string) => {
    const { sourcesContent: _text, ...map } = JSON.parse(Buffer.from(text, 'base64').toString()) as SourceMap
    const sources = map.sources.map((name) => name.replace(/\|\/.*?(?=node_modules\/)/, '|./'))
    return `${head}${Buffer.from(JSON.stringify({ ...map, sources })).toString('base64')}`
  })

/** Makes one file of all workflows that a module exports: what a worker runs, each in a place of its own without Node. */
export const bundleWorkflows = async (workflowsFile: string, into: string): Promise<string> => {
  const { code } = await bundleWorkflowCode({
    workflowsPath: workflowsFile,
    failureConverterPath: failureConverterFile,
    logger: silent,
    webpackConfigHook: withoutMachinePaths,
  })
  await mkdir(dirname(into), { recursive: true })
  // Whole or not at all: another process may be reading.
  await writeFile(`${into}.${process.pid}`, withoutSources(code))
  await rename(`${into}.${process.pid}`, into)
  return into
}
