import type { Warehouse } from '@facet/dbt-convert'

export type ProfileRequest = {
  warehouse: Warehouse
  /** `target.name` for the macros of the project. */
  target: string
  /** The schema of models that ask for none. */
  targetSchema: string
  /** The deployment's own; which database it is becomes part of what models are called. */
  variables: Readonly<Record<string, string>>
}

export const profileName = 'facet'

/** Stands where a credential would: nothing is connected to while a project is parsed. */
const nothing = 'facet'

type Output = Record<string, string | number | boolean>

const outputs: Record<Warehouse, (variables: Readonly<Record<string, string>>) => Output> = {
  postgres: (variables) => ({
    host: 'localhost',
    port: 5432,
    user: nothing,
    password: nothing,
    dbname: variables['CUBEJS_DB_NAME'] || nothing,
  }),
  redshift: (variables) => ({
    host: 'localhost',
    port: 5439,
    user: nothing,
    password: nothing,
    dbname: variables['CUBEJS_DB_NAME'] || nothing,
  }),
  snowflake: (variables) => ({ account: nothing, user: nothing, password: nothing, database: variables['CUBEJS_DB_NAME'] || nothing }),
  bigquery: (variables) => ({ method: 'oauth', project: variables['CUBEJS_DB_BQ_PROJECT_ID'] || nothing }),
  databricks: (variables) => ({
    ...{ host: 'localhost', http_path: '/sql', token: nothing },
    catalog: variables['CUBEJS_DB_DATABRICKS_CATALOG'] || 'hive_metastore',
  }),
  athena: (variables) => ({
    ...{ s3_staging_dir: 's3://facet/', region_name: variables['CUBEJS_AWS_REGION'] || 'us-east-1' },
    database: variables['CUBEJS_AWS_ATHENA_CATALOG'] || 'awsdatacatalog',
  }),
  clickhouse: () => ({ host: 'localhost', port: 8123, user: nothing, password: nothing }),
}

const standardSchemas: Partial<Record<Warehouse, string>> = {
  postgres: 'public',
  redshift: 'public',
  snowflake: 'PUBLIC',
  clickhouse: 'default',
}

/** `profiles.yml` with one output and no credential. JSON is YAML, and quotes whatever a setting holds. */
export const profileOf = ({ warehouse, target, targetSchema, variables }: ProfileRequest, own: Output = {}): string => {
  const schema = targetSchema || variables['CUBEJS_DB_SCHEMA'] || standardSchemas[warehouse] || nothing
  const output = { type: warehouse, threads: 1, schema, ...outputs[warehouse](variables), ...own }
  return JSON.stringify({ [profileName]: { target, outputs: { [target]: output } } })
}
