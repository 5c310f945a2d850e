/** What the environment says, read once and checked before anything starts. */
export { type BaseConfig, isLoopback, type ListenAddress, readSettings, type RoleName, roleNames } from './config.ts'
export { type AreaSettings, defineSettings } from './define-settings.ts'
export { certificateFile } from './files.ts'
export type { ObjectStoreConfig } from './object-store.ts'
export { absoluteFolder, ConfigProblem, type Reader, whole } from './reader.ts'
