/** dbt below the operations: the settings of an integration as a sync uses them, and syncs. */
export * from './integration/index.ts'
export * from './syncs/index.ts'
