import type { BaseConfig } from '#config'
import type { AreaSettings } from './generated/areas.ts'

/** Everything the process was told: its own settings, and those of every area. */
export type Config = BaseConfig & AreaSettings
