import { loadAddon } from '@facet/cube-addon'
import { writeSync } from 'node:fs'
import { compile } from '../src/compile.ts'
import { openEngine } from '../src/engine.ts'
import { applyEnvironment, asksForRollupOnly, platformEnvironment } from '../src/environment.ts'
import { foldersFrom } from '../src/settings.ts'

const { env } = process
const { engineFolder, modelFolder } = foldersFrom(env)
const isRollupOnly = asksForRollupOnly(env)
const isStandIn = loadAddon(engineFolder)
applyEnvironment(env, platformEnvironment(env, isStandIn))
process.chdir(modelFolder)

// What the model prints is not the report.
Object.assign(process.stdout, { write: process.stderr.write.bind(process.stderr) })

const report = await compile(openEngine(engineFolder), {
  modelFolder,
  schemaPath: env['CUBEJS_SCHEMA_PATH'] ?? 'model',
  isStandIn,
  isRollupOnly,
})
const standardOutput = 1
writeSync(standardOutput, `${JSON.stringify(report)}\n`)
// oxlint-disable-next-line no-restricted-properties -- Timers that the model started must not keep a process that is done.
process.exit(0)
