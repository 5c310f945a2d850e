import { type BaseConfig, readBaseConfig } from './config.ts'
import type { SettingName } from './setting-names.ts'

type Env = Record<string, string | undefined>

/** What changes the schema needs. */
export type MigrateConfig = Pick<BaseConfig, 'databaseUrl' | 'migrateDatabaseUrl' | 'cell'>

/** What looks at rows needs. */
export type DatabaseConfig = Pick<BaseConfig, 'databaseUrl'>

/** What an operator's command needs that changes rows: the ledger in the object store must not be ahead of them. */
export type OperatorConfig = Pick<BaseConfig, 'databaseUrl' | 'cell' | 'rootKey' | 'previousRootKey' | 'objectStore'>

/** What installs engines needs. */
export type EnginesConfig = Pick<BaseConfig, 'enginesFolder'>

/** What installs dbt needs. */
export type DbtConfig = Pick<BaseConfig, 'dbtFolder'>

export const databaseSettings: readonly SettingName[] = ['FACET_DATABASE_URL']
export const migrateSettings: readonly SettingName[] = [...databaseSettings, 'FACET_MIGRATE_DATABASE_URL', 'FACET_CELL']
export const operatorSettings: readonly SettingName[] = [
  ...databaseSettings,
  'FACET_ROOT_KEY',
  'FACET_ROOT_KEY_FILE',
  'FACET_ROOT_KEY_PREVIOUS',
  'FACET_ROOT_KEY_PREVIOUS_FILE',
  'FACET_OBJECT_STORE',
  'FACET_S3_ENDPOINT',
  'FACET_S3_REGION',
  'FACET_S3_ACCESS_KEY_ID',
  'FACET_S3_SECRET_ACCESS_KEY',
  'FACET_CELL',
  // In development the object store is a folder in this one.
  'FACET_MODE',
  'FACET_DATA_FOLDER',
]

export const enginesSettings: readonly SettingName[] = ['FACET_ENGINES_FOLDER', 'FACET_DATA_FOLDER', 'FACET_MODE']
export const dbtSettings: readonly SettingName[] = ['FACET_DBT_FOLDER', 'FACET_DATA_FOLDER', 'FACET_MODE']

export const readDatabaseConfig = (env: Env): DatabaseConfig => readBaseConfig(env, databaseSettings)
export const readMigrateConfig = (env: Env): MigrateConfig => readBaseConfig(env, migrateSettings)
export const readOperatorConfig = (env: Env): OperatorConfig => readBaseConfig(env, operatorSettings)
export const readEnginesConfig = (env: Env): EnginesConfig => readBaseConfig(env, enginesSettings)
export const readDbtConfig = (env: Env): DbtConfig => readBaseConfig(env, dbtSettings)
