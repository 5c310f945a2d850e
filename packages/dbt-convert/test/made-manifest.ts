/** Manifests made up here, of the form dbt gives them, for what a real dbt would not write. */
export type MadeModel = Record<string, unknown> & { name: string }
export type MadeTest = {
  on: string
  name: string
  column?: string
  to?: string
  field?: string
  kwargs?: object
  namespace?: string
  config?: object
}

const idOf = (name: string): string => `model.made.${name}`

const modelNode = ({ name, columns = {}, ...more }: MadeModel): [string, object] => [
  idOf(name),
  {
    unique_id: idOf(name),
    resource_type: 'model',
    name,
    alias: name,
    package_name: 'made',
    database: 'db',
    schema: 'analytics',
    path: `marts/${name}.sql`,
    original_file_path: `models/marts/${name}.sql`,
    fqn: ['made', 'marts', name],
    relation_name: `"db"."analytics"."${name}"`,
    config: { materialized: 'table' },
    depends_on: { nodes: [] },
    columns: Object.fromEntries(
      Object.entries(columns as Record<string, object>).map(([column, fields]) => [column, { name: column, ...fields }]),
    ),
    ...more,
  },
]

const testNode = ({ on, name, column, to, field, kwargs = {}, namespace, config = {} }: MadeTest, index: number): [string, object] => [
  `test.made.${name}.${index}`,
  {
    unique_id: `test.made.${name}.${index}`,
    resource_type: 'test',
    attached_node: idOf(on),
    column_name: column ?? null,
    test_metadata: { name, namespace: namespace ?? null, kwargs: { column_name: column, field, ...kwargs } },
    depends_on: { nodes: [...(to === undefined ? [] : [idOf(to)]), idOf(on)] },
    config: { severity: 'ERROR', error_if: '!= 0', ...config },
  },
]

export const madeManifest = (models: MadeModel[], tests: MadeTest[] = [], more: object = {}): Record<string, unknown> => ({
  metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json', project_name: 'made', adapter_type: 'postgres' },
  nodes: Object.fromEntries([...models.map(modelNode), ...tests.map(testNode)]),
  disabled: {},
  ...more,
})

export const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
