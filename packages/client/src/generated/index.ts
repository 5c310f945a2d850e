// Generated from packages/contract by pnpm generate. Do not edit.

export type * from './api-keys.ts'
export type * from './audit-logs.ts'
export type * from './deployment-creation.ts'
export type * from './deployments.ts'
export type * from './embed-tenants.ts'
export type * from './env-variables.ts'
export type * from './failures.ts'
export type * from './regions.ts'
export type * from './service-accounts.ts'
export type * from './shared.ts'
export type * from './tenant-settings.ts'
export type * from './users.ts'
