import { conversionLimits } from './limits.ts'
import { ConversionRefused } from './refusal.ts'
import { checkSelector } from './selector.ts'
import { type Warehouse, warehouses } from './warehouses.ts'

export type ConvertOptions = {
  warehouse: Warehouse
  /** First part of a table on Databricks. */
  databricksCatalog: string
  outputPath: string
  namePrefix: string
  titlePrefix: string
  /** As of `dbt ls --select`; empty selects all. */
  selector: string
  /** Only models below this folder; empty is all. */
  martsFolder: string
  hasKeysFromNames: boolean
  keySuffixes: string[]
  hasKeysFromTests: boolean
  hasMeasures: boolean
  hasDescriptions: boolean
  hasJoins: boolean
  hasReverseJoins: boolean
  /** Joins to columns of which nothing proves that they are unique: the reference writes them, and totals may then be wrong. */
  hasUnprovenJoins: boolean
  /** Semantic models and metrics become dimensions, measures and evidence of keys. */
  hasSemanticModels: boolean
  /** Columns that only the catalog knows become dimensions too. */
  hasCatalogColumns: boolean
  /** Who is let in by the policy stub of a cube whose `meta` names no groups. Empty writes no stub. */
  policyStubGroups: string[]
  /** Converts although different schemas were asked for and all models resolve to one. */
  mayCollapseSchemas: boolean
}

export const conversionDefaults: Omit<ConvertOptions, 'warehouse'> = {
  databricksCatalog: 'hive_metastore',
  outputPath: '/model/cubes/dbt',
  namePrefix: 'dbt_',
  titlePrefix: '(dbt) ',
  selector: '',
  martsFolder: '',
  hasKeysFromNames: true,
  keySuffixes: ['_id'],
  hasKeysFromTests: true,
  hasMeasures: true,
  hasDescriptions: true,
  hasJoins: true,
  hasReverseJoins: false,
  hasUnprovenJoins: false,
  hasSemanticModels: false,
  hasCatalogColumns: false,
  policyStubGroups: [],
  mayCollapseSchemas: false,
}

const invalid = (message: string): ConversionRefused => new ConversionRefused('option_invalid', message)

const isSafePath = (path: string): boolean =>
  path !== '' && path.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part) && part.toLowerCase() !== '.git')

/** The given settings with the defaults of the rest, judged. */
export const completeOptions = (given: Partial<ConvertOptions> & Pick<ConvertOptions, 'warehouse'>): ConvertOptions => {
  const options = { ...conversionDefaults, ...given }
  const outputPath = options.outputPath.replaceAll(/^\/+|\/+$/g, '')
  if (!warehouses.includes(options.warehouse))
    throw invalid(`The warehouse ${JSON.stringify(options.warehouse)} is not supported; those that are: ${warehouses.join(', ')}.`)
  if (!isSafePath(outputPath))
    throw invalid(`The output path ${JSON.stringify(options.outputPath)} must be a folder of the data model, such as /model/cubes/dbt.`)
  if (!/^([A-Za-z_]\w*)?$/.test(options.namePrefix))
    throw invalid(
      `The name prefix ${JSON.stringify(options.namePrefix)} must begin with a letter and hold letters, digits and underscores.`,
    )
  if (options.selector.length > conversionLimits.maxSelectorLength)
    throw invalid(`The selector has more than ${conversionLimits.maxSelectorLength} characters.`)
  if (options.keySuffixes.some((suffix) => suffix.trim() === ''))
    throw invalid('A suffix of key columns is empty: every column would match it.')
  checkSelector(options.selector)
  return { ...options, outputPath }
}
