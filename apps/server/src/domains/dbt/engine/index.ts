/** dbt below the operations: the settings of an integration as a sync uses them. */
export * from './integration/index.ts'
