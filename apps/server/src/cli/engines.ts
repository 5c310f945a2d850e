import { engineVersions, findEngineVersion, findInstalledEngine, installEngine, UnknownEngineVersion } from '#adapters/cube'
import type { EnginesConfig } from '#config/parts'
import { type Call, type Options, type Output, UsageError } from './command.ts'

const asked = (options: Options): string[] => {
  const version = options['version']
  if (version === undefined) return engineVersions.map((each) => each.version)
  if (!findEngineVersion(version)) throw new UsageError(new UnknownEngineVersion(version).message)
  return [version]
}

export const installEnginesCommand = async ({ enginesFolder }: EnginesConfig, { env, options, output }: Call): Promise<void> => {
  const installed = []
  for (const version of asked(options)) {
    const { engine, wasInstalled } = await installEngine(enginesFolder, version, env)
    installed.push({ ...engine, wasInstalled })
    if (!output.isJson)
      output.say(
        `engine ${version} ${wasInstalled ? 'was installed already' : 'is installed'} in ${engine.folder}${engine.isCompiled ? '' : '; it could not be compiled ahead, so every start takes longer'}`,
      )
  }
  if (output.isJson) output.say(JSON.stringify(installed))
}

const stateOf = (engine: { isStandIn: boolean } | undefined): string => {
  if (!engine) return 'not installed'
  return engine.isStandIn ? 'installed, without the native addon' : 'installed'
}

export const listEnginesCommand = ({ enginesFolder }: EnginesConfig, { isJson, say }: Output): void => {
  for (const { version, drivers } of engineVersions) {
    const engine = findInstalledEngine(enginesFolder, version)
    if (isJson) say(JSON.stringify({ version, drivers, folder: engine?.folder ?? null, isStandIn: engine?.isStandIn ?? null }))
    else say([version, drivers.join(','), stateOf(engine)].join('\t'))
  }
}
