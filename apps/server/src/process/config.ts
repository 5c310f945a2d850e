import { readSettings } from '#config'
import { settingNames as baseNames } from '#config/setting-names'
import type { Config } from '#context'
import { areaSettings } from './generated/settings.ts'

/** Every variable that the program reads. */
export const settingNames: readonly string[] = [...baseNames, ...areaSettings.flatMap(({ names }) => names)].toSorted()

export const readConfig = (env: Record<string, string | undefined>): Config =>
  readSettings(env, (read, base) => Object.assign({}, ...areaSettings.map((settings) => settings.read(read, base))) as Config)
