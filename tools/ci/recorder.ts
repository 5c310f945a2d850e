import type { ChildProcess } from 'node:child_process'
import { hash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { versionOf } from './map.ts'
import { type Recorded, recordingFolder } from './recording.ts'

const root = join(import.meta.dirname, '../..')
const folder = process.env[recordingFolder]

const pathOf = (url: string): string => relative(root, url.startsWith('file:') ? fileURLToPath(url) : url)

const isOurs = (path: string): boolean => path.endsWith('.ts') && !path.startsWith('..') && !path.includes('node_modules')

/** The functions of a file that were called, by where they begin. The first is the file itself, which runs when it is loaded. */
const calledIn = ({ functions }: Profiler.ScriptCoverage): number[] =>
  functions.slice(1).flatMap(({ ranges }) => (ranges[0] && ranges[0].count > 0 ? [ranges[0].startOffset] : []))

/** A setup file of `pnpm record`: writes down which functions of which files the test file it is loaded for called. */
const record = (into: string): void => {
  const startedMs = performance.now()
  const programs = new Set<string>()
  let isComputing = false
  // Told by the constructor, before the name of the program is set.
  subscribe('child_process', (message) =>
    queueMicrotask(() => {
      const { spawnfile, spawnargs } = (message as { process: ChildProcess }).process
      programs.add(basename(spawnfile ?? ''))
      isComputing ||= spawnargs?.some((argument) => argument.endsWith('-worker.ts')) ?? false
    }),
  )
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  afterAll(() => {
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error
      const test = relative(root, expect.getState().testPath ?? '')
      const called = coverage.result
        .map((script) => [pathOf(script.url), calledIn(script)] as const)
        .filter(([path, functions]) => isOurs(path) && path !== test && functions.length > 0)
      const ms = Math.round(performance.now() - startedMs)
      const version = versionOf(readFileSync(join(root, test), 'utf8'))
      const recorded: Recorded = { test, version, ms, called: Object.fromEntries(called), programs: [...programs].toSorted(), isComputing }
      mkdirSync(into, { recursive: true })
      writeFileSync(join(into, `${hash('sha1', test)}.json`), JSON.stringify(recorded))
    })
  })
}

if (folder !== undefined) record(folder)
