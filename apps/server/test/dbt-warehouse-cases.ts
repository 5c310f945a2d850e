import { join } from 'node:path'
import type { Warehouse } from '@facet/dbt-convert'
import { expect, it } from 'vitest'
import { convertProject, parseProject, readConversion } from '../src/domains/dbt/engine/run/index.ts'
import { calmControl, givenDbtRun, testDbt } from './dbt.ts'
import { sandboxOfFile } from './sandbox.ts'

const database = {
  CUBEJS_DB_NAME: 'shop',
  CUBEJS_DB_BQ_PROJECT_ID: 'shop-project',
  CUBEJS_DB_DATABRICKS_CATALOG: 'lake',
  CUBEJS_DB_PASS: 'canary-password',
}

const tables: Record<Warehouse, string> = {
  snowflake: 'shop.analytics_marts.sales',
  redshift: 'shop.analytics_marts.sales',
  postgres: 'analytics_marts.sales',
  bigquery: 'shop-project',
  databricks: 'lake.analytics_marts.sales',
  athena: 'analytics_marts.sales',
  clickhouse: 'analytics_marts.sales',
}

/** Parses a project with dbt's adapter for each warehouse and converts the manifest. */
export const itParsesForWarehouses = (warehouses: readonly Warehouse[]): void => {
  const sandbox = sandboxOfFile()

  it.each(warehouses)(
    'parses a project for %s without a connection, and its cubes read the tables of the deployment',
    async (warehouse) => {
      const folders = await givenDbtRun({}, 'custom_schemas')

      const { artifactsFolder } = await parseProject(
        {
          ...{ sandbox: sandbox(), environment: testDbt(), folders, warehouse, target: 'dev', targetSchema: 'analytics' },
          checkout: { files: folders.files, projectPath: '.', hasPackages: false },
          variables: { selected: {}, database },
        },
        calmControl(),
      )
      const converted = await convertProject(
        {
          sandbox: sandbox(),
          artifactsFolder,
          hasCatalog: false,
          options: { warehouse, databricksCatalog: 'lake' },
          outputFolder: folders.output,
        },
        calmControl(),
      )

      const { files } = await readConversion(converted)
      const sales = files.find(({ path }) => path === join('model/cubes/dbt', 'dbt_sales.yml'))?.content ?? ''
      expect(sales).toContain(tables[warehouse])
    },
  )
}
