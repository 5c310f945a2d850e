import { byText, type Fields, fieldsIn, isFields, listIn, sortedEntries, textIn, textsIn } from './fields.ts'
import { conversionLimits } from './limits.ts'
import type { DbtModel, DbtTest, Manifest } from './manifest.ts'
import { readJson } from './read-json.ts'
import { readModelNode } from './read-model.ts'
import { readSemantics } from './read-semantics.ts'
import { readTestNode } from './read-test.ts'
import { ConversionRefused } from './refusal.ts'

const oldestVersion = 7
const newestVersion = 12

const requireVersion = (metadata: Fields): void => {
  const address = textIn(metadata['dbt_schema_version']) ?? ''
  const version = Number(/\/manifest\/v(\d+)\.json$/.exec(address)?.[1])
  if (!(version >= oldestVersion && version <= newestVersion))
    throw new ConversionRefused(
      'manifest_version_unsupported',
      `The manifest says its format is ${JSON.stringify(address.slice(0, 200))}; v${oldestVersion} to v${newestVersion} are read (dbt Core 1.3 to 1.11).`,
    )
}

const requireNodes = (manifest: unknown): Fields => {
  if (!isFields(manifest) || !isFields(manifest['nodes']) || !isFields(manifest['metadata']))
    throw new ConversionRefused('manifest_not_dbt', 'The manifest has no metadata and nodes. Send target/manifest.json as dbt wrote it.')
  return manifest['nodes']
}

/** A node under another's id could stand in for it in tests and selections. */
const requireOwnId = (id: string, node: Fields): void => {
  const own = textIn(node['unique_id'])
  if (own !== null && own !== id)
    throw new ConversionRefused(
      'manifest_inconsistent',
      `The node ${JSON.stringify(id.slice(0, 200))} calls itself ${JSON.stringify(own.slice(0, 200))}.`,
    )
}

const requireFew = (count: number): void => {
  if (count > conversionLimits.maxModels)
    throw new ConversionRefused('too_many_models', `The manifest has more than ${conversionLimits.maxModels} models.`)
}

const isModel = (node: unknown): boolean => isFields(node) && node['resource_type'] === 'model'

const disabledIn = (manifest: Fields): string[] =>
  Object.entries(fieldsIn(manifest['disabled']))
    .filter(([, nodes]) => listIn(nodes).some(isModel))
    .map(([id]) => id)
    .toSorted(byText)

const countIn = (manifest: Fields, key: string): number => Object.keys(fieldsIn(manifest[key])).length

/** The project that a manifest describes. */
export const readManifest = (bytes: Uint8Array): Manifest => {
  const manifest = readJson(bytes, 'manifest')
  const nodes = requireNodes(manifest)
  const metadata = fieldsIn((manifest as Fields)['metadata'])
  requireVersion(metadata)

  const models = new Map<string, DbtModel>()
  const tests: DbtTest[] = []
  const parents = new Map<string, string[]>()
  for (const [id, value] of sortedEntries(nodes)) {
    if (!isFields(value)) throw new ConversionRefused('manifest_not_dbt', `The node ${JSON.stringify(id.slice(0, 200))} is not an object.`)
    requireOwnId(id, value)
    const type = value['resource_type']
    if (type === 'test') {
      const test = readTestNode(id, value)
      if (test) tests.push(test)
      continue
    }
    parents.set(id, textsIn(fieldsIn(value['depends_on'])['nodes']))
    if (type !== 'model') continue
    models.set(id, readModelNode(id, value))
    requireFew(models.size)
  }
  return {
    projectName: textIn(metadata['project_name']) ?? '',
    adapterType: textIn(metadata['adapter_type']) ?? '',
    models,
    tests,
    disabledModels: disabledIn(manifest as Fields),
    sources: countIn(manifest as Fields, 'sources'),
    macros: countIn(manifest as Fields, 'macros'),
    parents,
    semantics: readSemantics(manifest as Fields),
  }
}
