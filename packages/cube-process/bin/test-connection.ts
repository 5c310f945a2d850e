import { loadAddon } from '@facet/cube-addon'
import { writeSync } from 'node:fs'
import { openEngine } from '../src/engine.ts'
import { applyEnvironment, platformEnvironment } from '../src/environment.ts'
import { foldersFrom } from '../src/settings.ts'
import { testConnection } from '../src/test-connection.ts'

const { env } = process
const { engineFolder, modelFolder } = foldersFrom(env)
const dataSource = env['FACET_DATA_SOURCE'] ?? 'default'
const timeoutMs = Number(env['FACET_CONNECTION_TIMEOUT_MS'] ?? 15_000)
applyEnvironment(env, platformEnvironment(env, loadAddon(engineFolder)))
process.chdir(modelFolder)

// What a driver prints is not the report.
Object.assign(process.stdout, { write: process.stderr.write.bind(process.stderr) })

const report = await testConnection(openEngine(engineFolder), env, dataSource, timeoutMs)
const standardOutput = 1
writeSync(standardOutput, `${JSON.stringify(report)}\n`)
// oxlint-disable-next-line no-restricted-properties -- Connections that a driver keeps must not keep a process that is done.
process.exit(0)
