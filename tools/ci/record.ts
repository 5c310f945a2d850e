import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mapFile, observationsIn, storedMapOf } from './map.ts'
import { observationsOf, type Recorded, recordingFolder, startTest } from './recording.ts'
import { readMovedMap } from './tree.ts'

const root = join(import.meta.dirname, '../..')

const recordInto = async (folder: string, files: string[]): Promise<Recorded[] | undefined> => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', root, '--config', 'tools/ci/record.config.ts', ...files]
  const run = spawn(process.execPath, args, { cwd: root, env: { ...process.env, [recordingFolder]: folder }, stdio: 'inherit' })
  const [exitCode] = (await once(run, 'close')) as [number | null]
  if (exitCode !== 0) return undefined
  return globSync('*.json', { cwd: folder }).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded)
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** Observations of some tests in the map that there is, which does not become younger by them. */
const intoMap = (recordings: Recorded[]) => {
  const map = readMovedMap()
  const observed = observationsOf(recordings, new Set(map.executedBy.keys()))
  const isNew = (test: string): boolean => observed.some((one) => one.test === test)
  const kept = observationsIn(map).filter(({ test }) => !isNew(test) && existsSync(join(root, test)))
  return storedMapOf([...kept, ...observed], map.recordedOn)
}

/** `pnpm record [test file …]`: runs all tests, or some, with the recorder and writes the map. A run that fails is no picture of what they execute. */
const main = async (files: string[]): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-recording-'))
  try {
    const recordings = await recordInto(folder, files.length === 0 ? [] : [startTest, ...files])
    if (recordings === undefined) return false
    const map = files.length === 0 ? storedMapOf(observationsOf(recordings), today()) : intoMap(recordings)
    writeFileSync(mapFile, `${JSON.stringify(map, null, 2)}\n`)
    process.stdout.write(`${Object.keys(map.tests).length} test files execute ${Object.keys(map.executedBy).length} files\n`)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
