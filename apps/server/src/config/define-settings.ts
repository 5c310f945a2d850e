import type { BaseConfig } from './config.ts'
import type { Reader } from './reader.ts'

/** The settings of one area: the variables they are read from, and how. */
export type AreaSettings<T extends object = object> = { names: readonly string[]; read: (read: Reader, base: BaseConfig) => T }

/** A variable that is read without being named here does not compile. */
export const defineSettings = <const Name extends string, T extends object>(
  names: readonly Name[],
  read: (read: Reader<Name>, base: BaseConfig) => T,
): AreaSettings<T> => ({ names, read })
