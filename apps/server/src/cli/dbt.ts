import { dbtVersions, findDbtEnvironment, findDbtVersion, installDbt, unknownDbtVersion } from '#adapters/dbt'
import type { DbtConfig } from '#config/parts'
import { type Call, type Options, type Output, UsageError } from './command.ts'

const asked = (options: Options): string[] => {
  const version = options['version']
  if (version === undefined) return dbtVersions.map((each) => each.version)
  if (!findDbtVersion(version)) throw new UsageError(unknownDbtVersion(version))
  return [version]
}

export const installDbtCommand = async ({ dbtFolder }: DbtConfig, { env, options, output }: Call): Promise<void> => {
  const installed = []
  for (const version of asked(options)) {
    const { environment, wasInstalled } = await installDbt(dbtFolder, version, env)
    installed.push({ ...environment, wasInstalled })
    if (!output.isJson) output.say(`dbt ${version} ${wasInstalled ? 'was installed already' : 'is installed'} in ${environment.root}`)
  }
  if (output.isJson) output.say(JSON.stringify(installed))
}

export const listDbtCommand = ({ dbtFolder }: DbtConfig, { isJson, say }: Output): void => {
  for (const { version, warehouses } of dbtVersions) {
    const root = findDbtEnvironment(dbtFolder, version)?.root ?? null
    if (isJson) say(JSON.stringify({ version, warehouses, folder: root }))
    else say([version, warehouses.join(','), root === null ? 'not installed' : 'installed'].join('\t'))
  }
}
