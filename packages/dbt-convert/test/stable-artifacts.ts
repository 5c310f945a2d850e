type Json = Record<string, unknown>

/** Keys of metadata and nodes that differ between runs, or are large and unused by the converter. */
const dropped = new Set([
  ...'build_path checksum compiled_code compiled_path created_at dbt_version docs env generated_at invocation_id'.split(' '),
  ...'invocation_started_at raw_code root_path run_started_at send_anonymous_usage_stats unrendered_config user_id'.split(' '),
])

const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isMap(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}

const without = (value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key))) : value

const mapValues = (value: unknown, change: (item: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(isMap(value) ? value : {}).map(([key, item]) => [key, change(item)]))

const semantic = (key: string, value: unknown): Json =>
  Object.keys(isMap(value) ? value : {}).length === 0 ? {} : { [key]: mapValues(value, without) }

export const stableManifest = ({ metadata, nodes, disabled, semantic_models: semanticModels, metrics }: Json): unknown =>
  sorted({
    metadata: without(metadata),
    nodes: mapValues(nodes, without),
    disabled: mapValues(disabled, (list) => (Array.isArray(list) ? list.map(without) : [])),
    ...semantic('semantic_models', semanticModels),
    ...semantic('metrics', metrics),
  })

export const stableCatalog = ({ metadata, nodes }: Json): unknown => sorted({ metadata: without(metadata), nodes })
