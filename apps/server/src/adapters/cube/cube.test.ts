import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  driversNamed,
  enginePrograms,
  engineVersions,
  findInstalledEngine,
  getEngineVersion,
  installEngine,
  listInstalledEngines,
  requireDrivers,
} from './index.ts'
import { lockedFolder, lockfileHash, manifestName } from './manifest.ts'

const version = '1.7.43'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const givenInstalled = (manifest: object): void => {
  mkdirSync(join(folder, version), { recursive: true })
  writeFileSync(join(folder, version, manifestName), JSON.stringify(manifest))
}

/** A program called npm, first on the PATH, that does this. */
const givenNpm = (script: string): Record<string, string> => {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >>"${folder}/calls"\n${script}\n`, { mode: 0o755 })
  return { PATH: [bin, process.env['PATH']].join(delimiter) }
}
const calls = (): string[] => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [])

describe('the list of versions', () => {
  it.each(engineVersions)('$version has a lock file with a hash of every package and no address', ({ version: each, drivers }) => {
    const lock = JSON.parse(readFileSync(join(lockedFolder(each), 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string; resolved?: string; version?: string }>
    }
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

    expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(lock.packages['node_modules/@cubejs-backend/server-core']?.version).toBe(each)
    for (const driver of drivers) expect(lock.packages[`node_modules/@cubejs-backend/${driver}-driver`]?.version).toBe(each)
  })

  it('refuses a version that is not in it, and names those that are', () => {
    expect(() => getEngineVersion('0.1.0')).toThrow(`"0.1.0" is not an engine version of this build. There are: ${version}.`)
  })
})

describe('the drivers of a deployment', () => {
  it('are those of every data source', () => {
    expect(driversNamed({ CUBEJS_DB_TYPE: ' postgres ', CUBEJS_DS_OTHER_DB_TYPE: 'duckdb', CUBEJS_DB_HOST: 'mysql' })).toEqual([
      'postgres',
      'duckdb',
    ])
    expect(requireDrivers(version, { CUBEJS_DB_TYPE: 'postgres' })).toEqual(['postgres'])
  })

  it('are refused when the version has none, with the list', () => {
    expect(() => requireDrivers(version, { CUBEJS_DB_TYPE: 'postgres', CUBEJS_DS_X_DB_TYPE: 'oracle' })).toThrow(
      expect.objectContaining({
        code: 'driver_not_installed',
        message: 'CUBEJS_DB_TYPE: engine 1.7.43 is installed without a driver for "oracle". It has: postgres, duckdb.',
      }),
    )
  })
})

describe('an installed engine', () => {
  it('is one whose lock file is that of this build', () => {
    expect(findInstalledEngine(folder, version)).toBeUndefined()
    givenInstalled({ version, lockfile: 'of another build' })
    expect(findInstalledEngine(folder, version)).toBeUndefined()
    givenInstalled({ version, lockfile: lockfileHash(version) })
    expect(listInstalledEngines(folder)).toEqual([
      { version, folder: join(folder, version), drivers: ['postgres', 'duckdb'], isStandIn: true, isCompiled: false },
    ])
  })

  it('runs without the stand-in where the addon lies beside its package', () => {
    givenInstalled({ version, lockfile: lockfileHash(version) })
    const native = join(folder, version, 'node_modules/@cubejs-backend/native')
    mkdirSync(native, { recursive: true })
    writeFileSync(join(native, 'index.node'), '')

    expect(findInstalledEngine(folder, version)?.isStandIn).toBe(false)
  })
})

it('an engine installed by tools/setup is compiled for its user and read-only', () => {
  const installed = findInstalledEngine(process.env['FACET_ENGINES_FOLDER'] ?? '', version)
  const compiled = join(installed?.folder ?? '', 'compiled')
  const names = readdirSync(compiled)

  expect(installed?.isCompiled).toBe(true)
  expect(names.map((name) => name.slice(name.lastIndexOf('-')))).toContain('-65534')
  expect(statSync(join(compiled, names[0] ?? '')).mode & 0o022).toBe(0)
})

describe('installing', () => {
  it('asks npm for what the lock file says, without scripts, once', async () => {
    const env = givenNpm('mkdir node_modules')

    expect(await installEngine(folder, version, env)).toMatchObject({ wasInstalled: false, engine: { version } })
    expect(await installEngine(folder, version, env)).toMatchObject({ wasInstalled: true })
    expect(calls()).toEqual(['ci --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error'])
    expect(readdirSync(join(folder, version)).toSorted()).toEqual([manifestName, 'node_modules', 'package-lock.json', 'package.json'])
  })

  it('replaces what an older lock file said', async () => {
    givenInstalled({ version, lockfile: 'older' })
    writeFileSync(join(folder, version, 'left'), '')

    await installEngine(folder, version, givenNpm('true'))

    expect(readdirSync(join(folder, version))).not.toContain('left')
  })

  it('leaves nothing behind when npm fails, and says what it said', async () => {
    await expect(installEngine(folder, version, givenNpm('echo no registry >&2; exit 7'))).rejects.toThrow(/ended with 7: no registry/)

    expect(readdirSync(folder).filter((name) => name.includes(version))).toEqual([])
  })

  it('has programs to run it with', () => {
    const { folder: programs, compile, serve } = enginePrograms()

    expect([compile, serve].filter((name) => !existsSync(join(programs, name)))).toEqual([])
  })
})
