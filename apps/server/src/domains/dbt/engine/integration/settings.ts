import type { DbtIntegrationInput, DbtPullSettings, DbtTimeouts } from '@facet/contract'
import { conversionDefaults } from '@facet/dbt-convert'
import { newestDbtVersion } from '#adapters/dbt'

/** What is kept of an integration beside how its repository is reached. */
export type IntegrationSettings = {
  branch: string | null
  branchTtlSeconds: number | null
  projectPath: string
  dbtVersion: string
  target: string
  targetSchema: string
  variableNames: string[]
  reviewRecipients: string[]
  timeouts: DbtTimeouts
  pull: DbtPullSettings
}

const timeoutDefaults: DbtTimeouts = { clone: 300, packages: 600, parse: 1800, catalog: 600, convert: 300, publish: 600 }

const pullDefaults: DbtPullSettings = {
  outputPath: conversionDefaults.outputPath,
  namePrefix: conversionDefaults.namePrefix,
  titlePrefix: conversionDefaults.titlePrefix,
  selector: conversionDefaults.selector,
  onlyMarts: false,
  martsFolder: 'marts',
  hasKeysFromNames: conversionDefaults.hasKeysFromNames,
  keySuffixes: conversionDefaults.keySuffixes,
  hasKeysFromTests: conversionDefaults.hasKeysFromTests,
  hasMeasures: conversionDefaults.hasMeasures,
  hasDescriptions: conversionDefaults.hasDescriptions,
  hasJoins: conversionDefaults.hasJoins,
  hasReverseJoins: conversionDefaults.hasReverseJoins,
  hasUnprovenJoins: conversionDefaults.hasUnprovenJoins,
  hasSemanticModels: conversionDefaults.hasSemanticModels,
  hasCatalogTypes: false,
  hasCatalogColumns: conversionDefaults.hasCatalogColumns,
  policyStubGroups: conversionDefaults.policyStubGroups,
  mayCollapseSchemas: conversionDefaults.mayCollapseSchemas,
}

type Sent<T> = { [Name in keyof T]?: T[Name] | null | undefined } | null | undefined

/** What was sent, and the default where nothing was, or null. Fields that are not among the defaults are left out. */
const withDefaults = <T extends object>(defaults: T, sent: Sent<T>): T => {
  const given = Object.entries(sent ?? {}).filter(([name, value]) => value != null && Object.hasOwn(defaults, name))
  return { ...defaults, ...Object.fromEntries(given) }
}

/** Every setting, with the default where none was sent. Also for what an older build kept. */
export const completeSettings = (
  sent: Omit<DbtIntegrationInput, 'url' | 'token' | 'username'> | IntegrationSettings,
): IntegrationSettings => ({
  branch: sent.branch || null,
  branchTtlSeconds: sent.branchTtlSeconds ?? null,
  projectPath: sent.projectPath ?? '.',
  dbtVersion: sent.dbtVersion ?? newestDbtVersion,
  target: sent.target ?? 'dev',
  targetSchema: sent.targetSchema,
  variableNames: [...new Set(sent.variableNames)],
  reviewRecipients: [...new Set(sent.reviewRecipients)],
  timeouts: withDefaults(timeoutDefaults, sent.timeouts),
  pull: withDefaults(pullDefaults, sent.pull),
})
