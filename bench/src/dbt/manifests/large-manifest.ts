/** A manifest as dbt 1.11 writes it: every field that its nodes have, four tests and a dozen columns for each model. */
const perModel = ['id', 'parent_id', 'status', 'created_at', 'updated_on', 'total_amount', 'unit_price', 'is_open', 'country_code', 'note']

const columnOf = (name: string, model: number) => ({
  name,
  description: `What ${name} says of one row of model ${model}, as the page about columns has it.`,
  meta: {},
  data_type: name.endsWith('id') ? 'bigint' : null,
  constraints: [],
  quote: null,
  config: { meta: {}, tags: [] },
  tags: [],
  granularity: null,
  doc_blocks: [],
})

const configOf = (materialized: string) => ({
  ...{ enabled: true, alias: null, schema: null, database: null, tags: [], meta: {}, group: null, materialized, persist_docs: {} },
  ...{ 'post-hook': [], 'pre-hook': [], quoting: {}, column_types: {}, full_refresh: null, unique_key: null, packages: [], grants: {} },
  ...{ on_schema_change: 'ignore', on_configuration_change: 'apply', docs: { show: true, node_color: null }, access: 'protected' },
  contract: { enforced: false, alias_types: true },
})

const nameOf = (model: number): string => `model_${String(model).padStart(5, '0')}`
const idOf = (model: number): string => `model.large.${nameOf(model)}`

const nodeOf = (type: string, id: string, name: string, path: string) => ({
  ...{ database: 'warehouse', schema: 'analytics', name, resource_type: type, package_name: 'large', path, unique_id: id, alias: name },
  ...{
    original_file_path: `models/${path}`,
    fqn: ['large', ...path.replace(/\.\w+$/, '').split('/')],
    patch_path: 'large://models/all.yml',
  },
  checksum: { name: 'sha256', checksum: id.padEnd(64, '0').slice(0, 64) },
  ...{ tags: [], meta: {}, group: null, docs: { show: true, node_color: null }, build_path: null, unrendered_config: {}, language: 'sql' },
  ...{
    created_at: 1_763_334_795.123,
    refs: [],
    sources: [],
    metrics: [],
    functions: [],
    compiled_path: null,
    contract: { enforced: false },
  },
})

const modelNode = (model: number) => ({
  ...nodeOf('model', idOf(model), nameOf(model), `marts/area_${model % 40}/${nameOf(model)}.sql`),
  config: configOf('table'),
  description: `Model ${model}: one row for each thing that happened, with what it refers to.`,
  columns: Object.fromEntries(perModel.map((name) => [name, columnOf(name, model)])),
  relation_name: `"warehouse"."analytics"."${nameOf(model)}"`,
  raw_code: `with source as (select * from {{ ref('${nameOf(model - 1)}') }})\n${perModel.map((name) => `select ${name} from source`).join('\n')}`,
  depends_on: { macros: [], nodes: model === 0 ? [] : [idOf(model - 1)] },
  ...{
    constraints: [],
    version: null,
    latest_version: null,
    deprecation_date: null,
    primary_key: [],
    time_spine: null,
    access: 'protected',
  },
})

const testNode = (model: number, kind: string, column: string, kwargs: object) => {
  const id = `test.large.${kind}_${nameOf(model)}_${column}.0123456789`
  return {
    ...nodeOf('test', id, `${kind}_${nameOf(model)}_${column}`, `${kind}_${nameOf(model)}_${column}.sql`),
    config: { ...configOf('test'), severity: 'ERROR', where: null, limit: null, fail_calc: 'count(*)', warn_if: '!= 0', error_if: '!= 0' },
    ...{ description: '', columns: {}, relation_name: null, raw_code: `{{ test_${kind}(**_dbt_generic_test_kwargs) }}` },
    depends_on: { macros: [`macro.dbt.test_${kind}`], nodes: [...(kind === 'relationships' ? [idOf(model - 1)] : []), idOf(model)] },
    ...{ column_name: column, file_key_name: `models.${nameOf(model)}`, attached_node: idOf(model) },
    test_metadata: {
      name: kind,
      namespace: null,
      kwargs: { column_name: column, model: `{{ get_where_subquery(ref('${nameOf(model)}')) }}`, ...kwargs },
    },
  }
}

const nodesOf = (model: number) => [
  modelNode(model),
  testNode(model, 'unique', 'id', {}),
  testNode(model, 'not_null', 'id', {}),
  testNode(model, 'not_null', 'status', {}),
  ...(model === 0 ? [] : [testNode(model, 'relationships', 'parent_id', { to: `ref('${nameOf(model - 1)}')`, field: 'id' })]),
]

export const largeManifest = (models: number): string =>
  JSON.stringify({
    metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json', project_name: 'large', adapter_type: 'postgres' },
    nodes: Object.fromEntries(
      Array.from({ length: models }, (_, model) => nodesOf(model)).flatMap((nodes) => nodes.map((node) => [node.unique_id, node])),
    ),
    ...{ sources: {}, macros: {}, docs: {}, exposures: {}, metrics: {}, groups: {}, selectors: {}, disabled: {} },
    ...{ saved_queries: {}, semantic_models: {}, unit_tests: {}, functions: {} },
    parent_map: Object.fromEntries(Array.from({ length: models }, (_, model) => [idOf(model), model === 0 ? [] : [idOf(model - 1)]])),
    child_map: Object.fromEntries(
      Array.from({ length: models }, (_, model) => [idOf(model), model === models - 1 ? [] : [idOf(model + 1)]]),
    ),
    group_map: {},
  })

/** Small to read and large to hold: every pair of brackets becomes an object of its own. */
export const heavyManifest = (): string => `{"metadata":{},"nodes":{},"docs":[${'[],'.repeat(25_000_000)}[]]}`
