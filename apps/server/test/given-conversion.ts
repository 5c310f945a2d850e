import { type Conversion, convert, type ConvertOptions } from '@facet/dbt-convert'

export type GivenModel = { name: string; description?: string; columns?: Record<string, object> }

const nodeOf = ({ name, description = '', columns = { id: {} } }: GivenModel) => ({
  unique_id: `model.shop.${name}`,
  resource_type: 'model',
  name,
  alias: name,
  package_name: 'shop',
  database: 'db',
  schema: 'analytics',
  path: `marts/${name}.sql`,
  original_file_path: `models/marts/${name}.sql`,
  fqn: ['shop', 'marts', name],
  relation_name: `"db"."analytics"."${name}"`,
  description,
  config: { materialized: 'table' },
  depends_on: { nodes: [] },
  columns: Object.fromEntries(Object.entries(columns).map(([column, fields]) => [column, { name: column, ...fields }])),
})

/** What a sync of a dbt project with these models has made. */
export const givenConversion = (models: (string | GivenModel)[], options: Partial<ConvertOptions> = {}): Conversion => {
  const nodes = models.map((model) => nodeOf(typeof model === 'string' ? { name: model } : model))
  const manifest = {
    metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json', project_name: 'shop', adapter_type: 'postgres' },
    nodes: Object.fromEntries(nodes.map((node) => [node.unique_id, node])),
    disabled: {},
  }
  return convert({ manifest: Buffer.from(JSON.stringify(manifest)), options: { warehouse: 'postgres', ...options } })
}
