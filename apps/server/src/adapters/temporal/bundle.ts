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
  await writeFile(`${into}.${process.pid}`, code)
  await rename(`${into}.${process.pid}`, into)
  return into
}
