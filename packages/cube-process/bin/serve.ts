import { loadAddon } from '@facet/cube-addon'
import { Console } from 'node:console'
import { openEngine } from '../src/engine.ts'
import { applyEnvironment, platformEnvironment } from '../src/environment.ts'
import { serve } from '../src/serve.ts'
import { foldersFrom, serveSettings } from '../src/settings.ts'

const { env } = process
const { engineFolder, modelFolder } = foldersFrom(env)
const isStandIn = loadAddon(engineFolder)
const settings = serveSettings(env, isStandIn)
applyEnvironment(env, platformEnvironment(env, isStandIn))
process.chdir(modelFolder)

// Standard output is lines of JSON; what the model and the engine print is not.
globalThis.console = new Console(process.stderr)

const end = (code: number): void => {
  // oxlint-disable-next-line no-restricted-properties -- Timers and sockets of the engine and of the model must not keep a process that is done.
  process.exit(code)
}

try {
  const serving = await serve(openEngine(engineFolder), settings, (line) => void process.stdout.write(line))
  process.once('SIGTERM', () => void serving.stop().finally(() => end(0)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  end(1)
}
