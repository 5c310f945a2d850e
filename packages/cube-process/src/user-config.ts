import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type UserConfig = Record<string, unknown>

/** What a deployment's cube.js says about its model and its warehouse is taken as it is. */
export const honoured = [
  'allowJsDuplicatePropsInSchema',
  'allowNodeRequire',
  'allowUngroupedWithoutPrimaryKey',
  'dialectFactory',
  'driverFactory',
  'preAggregationsSchema',
  'repositoryFactory',
  'schemaPath',
  'schemaVersion',
  'sqlCache',
] as const

/** Taken with something of ours around them. */
export const wrapped = ['contextToApiScopes', 'extendContext', 'orchestratorOptions', 'queryRewrite', 'queryTransformer'] as const

const files = ['cube.js', 'cube.ts', 'cube.mjs', 'cube.cjs']

export const findUserConfig = (modelFolder: string): string | undefined => files.find((name) => existsSync(join(modelFolder, name)))

/** The options of cube.js in the root of the model, which is code: it runs in the sandbox of its deployment. */
export const loadUserConfig = async (modelFolder: string): Promise<UserConfig> => {
  const file = findUserConfig(modelFolder)
  if (file === undefined) return {}
  const loaded = (await import(pathToFileURL(join(modelFolder, file)).href)) as UserConfig
  const config = loaded['default'] ?? loaded
  if (typeof config !== 'object' || config === null)
    throw new Error(`${file} exports ${typeof config}; it must export an object of options.`)
  return { ...config }
}

export const ignoredIn = (config: UserConfig): string[] =>
  Object.keys(config).filter((name) => ![...honoured, ...wrapped].some((known) => known === name) && name !== 'module.exports')

export const pickHonoured = (config: UserConfig): UserConfig =>
  Object.fromEntries(honoured.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])))

/** A function that a config holds under this name. */
export const hookOf = <T extends (...args: never[]) => unknown>(config: UserConfig, name: string): T | undefined =>
  typeof config[name] === 'function' ? (config[name] as T) : undefined
