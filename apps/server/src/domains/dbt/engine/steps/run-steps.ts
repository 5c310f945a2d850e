import { join } from 'node:path'
import type { Remotes } from '#adapters/git'
import { createOutbound } from '#adapters/outbound'
import type { Sandbox } from '#adapters/sandbox'
import type { BaseConfig } from '#config'
import type { ModelingSettings } from '#settings/modeling'
import { type DbtIntegration, remoteOf, requireWarehouse, settingsFingerprint } from '../integration/index.ts'
import { redactReport, requireNoSecrets, showsSecret } from '../publish/index.ts'
import {
  type Checkout,
  cloneProject,
  type ConvertedProject,
  convertProject,
  createParseStates,
  emptyFolder,
  installPackages,
  parseProject,
  readCatalog,
  readConversion,
  runFolders,
} from '../run/index.ts'
import type { SyncJob, SyncSteps } from '../syncs/index.ts'
import { orSyncProblem } from './as-sync-problem.ts'
import { requireDbt } from './require-dbt.ts'

export type RunServices = {
  config: Pick<BaseConfig, 'dbtFolder' | 'runFolder' | 'allowPrivateHosts'> & Pick<ModelingSettings, 'remoteCaFile'>
  sandbox: Pick<Sandbox, 'run'>
  remotes: Pick<Remotes, 'clone'>
  /** Gone with this process, and with it what dbt keeps of projects between runs. */
  buildFolder: string
}

const refOf = ({ ref, integration }: SyncJob): string | null => ref ?? integration.branch

/** Apart by whatever decides what a project is parsed to, and by ref: who may push to one branch decides nothing about another. */
const stateKey = (job: SyncJob): string =>
  JSON.stringify([job.sync.tenantId, job.sync.deploymentId, refOf(job), settingsFingerprint(job.integration)])

const projectOf = ({ variables, target, targetSchema }: DbtIntegration) => ({
  ...{ target, targetSchema, variables },
  warehouse: requireWarehouse(variables.warehouseType),
})

/** What was made goes into the object store, and into backups with it: secrets are looked for before, not only before the commit. */
const requireKeepable = async (
  made: Pick<ConvertedProject, 'conversionFile' | 'reportFile'>,
  secrets: SyncJob['secrets'],
): Promise<void> => {
  if (Object.keys(secrets).length === 0) return
  const { files, projectModels } = await readConversion(made)
  await requireNoSecrets([...files, ...[...projectModels].map((path) => ({ path, content: '' }))], secrets)
  await redactReport(made.reportFile, secrets)
}

/** The phases that run dbt and the converter. What one attempt cloned is known by its job. */
export const createRunSteps = ({ config, sandbox, remotes, buildFolder }: RunServices): Omit<SyncSteps, 'publish'> => {
  const checkouts = new WeakMap<SyncJob, Checkout>()
  const states = createParseStates(join(buildFolder, 'dbt-parse-states'))
  const outbound = createOutbound({ allowPrivateHosts: config.allowPrivateHosts })
  const requestOf = async (job: SyncJob) => {
    const checkout = checkouts.get(job)
    if (!checkout) throw new Error(`Nothing was cloned for sync ${job.sync.syncId}.`)
    const environment = requireDbt(config.dbtFolder, job.integration.dbtVersion)
    return { sandbox, environment, checkout, folders: await runFolders(job.folder), ...projectOf(job.integration) }
  }

  return {
    clone: async (job, control) => {
      const { integration, folder } = job
      requireDbt(config.dbtFolder, integration.dbtVersion)
      const { repository } = await runFolders(folder)
      // It may be the second time.
      await emptyFolder(repository)
      const from = { remotes, remote: remoteOf(integration), ref: refOf(job), projectPath: integration.projectPath, folder: repository }
      const cloned = await orSyncProblem(cloneProject(from, control))
      checkouts.set(job, cloned)
      job.say(`${cloned.ref} is at ${cloned.sha}.`)
      return { headSha: cloned.sha, ref: cloned.ref }
    },
    installPackages: async (job, control) => {
      const sources = { outbound, caFile: config.remoteCaFile, runFolder: config.runFolder, remote: remoteOf(job.integration) }
      const { installed } = await orSyncProblem(installPackages({ ...(await requestOf(job)), sources }, control))
      job.say(installed.length === 0 ? 'The project names no packages.' : `Installed ${installed.join(', ')}.`)
    },
    parse: async (job, control) => {
      const mayKeep = async (file: string): Promise<boolean> => !(await showsSecret(file, job.secrets))
      const state = { states, key: stateKey(job), mayKeep }
      const { artifactsFolder, isPartial, warnings } = await orSyncProblem(parseProject({ ...(await requestOf(job)), state }, control))
      if (isPartial) job.say('Only what changed since the last sync was parsed.')
      for (const warning of warnings) job.say(`dbt warns: ${warning}`)
      return { artifactsFolder }
    },
    readCatalog: async (job, control) => {
      const read = await orSyncProblem(readCatalog({ ...(await requestOf(job)), outbound }, control))
      if (!read.hasCatalog) job.say(`There is no catalog, so types that the project does not declare are guessed: ${read.reason}`)
      return read.hasCatalog
    },
    convert: async ({ folder, artifactsFolder, hasCatalog, options, secrets }, control) => {
      const outputFolder = join(folder, 'output')
      await emptyFolder(outputFolder)
      const request = { sandbox, artifactsFolder, hasCatalog, options, outputFolder }
      const { conversionFile, reportFile, counts, stats } = await orSyncProblem(convertProject(request, control))
      await orSyncProblem(requireKeepable({ conversionFile, reportFile }, secrets))
      return { conversionFile, reportFile, cubeCount: counts.cubes, stats }
    },
  }
}
