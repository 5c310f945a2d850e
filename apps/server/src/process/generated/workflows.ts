// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

export * from '../../domains/dbt/engine/syncs/dbt-sync.workflow.ts'
export * from '../../domains/hosting/engine/builds/build.workflow.ts'
