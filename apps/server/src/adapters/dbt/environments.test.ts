import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dbtVersions, findDbtEnvironment, installDbt, lookAtDbt } from './index.ts'
import { lockFile, lockHash, manifestName } from './locked.ts'

const version = '1.11.16'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dbt-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const givenInstalled = (manifest: object = {}): void => {
  mkdirSync(join(folder, version, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'python3.11'), '')
  symlinkSync(join(folder, 'python3.11'), join(folder, version, 'bin/python'))
  const whole = { version, lockfile: lockHash(version), interpreter: realpathSync(join(folder, 'python3.11')), ...manifest }
  writeFileSync(join(folder, version, manifestName), JSON.stringify(whole))
}

/** A program that makes a folder with itself in it when it is asked for an environment. */
const givenPython = (script = ''): string[] => {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = `#!/bin/sh
echo "$@" | head -1 >>"${folder}/calls"
${script}
if [ "$2" = venv ]; then mkdir -p "$4/bin"; ln -s "${bin}/python3" "$4/bin/python"; touch "$4/bin/pip" "$4/bin/dbt"; fi
`
  writeFileSync(join(bin, 'python3'), program, { mode: 0o755 })
  return [join(folder, 'nowhere/python3'), join(bin, 'python3')]
}
const env = { PATH: '/usr/bin:/bin' }
const calls = (): string[] => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [])

describe('the list of versions', () => {
  it.each(dbtVersions)('$version has a lock file with hashes of every package, all adapters among them, and no address', (each) => {
    const blocks = readFileSync(lockFile(each.version), 'utf8')
      .replaceAll(/^#.*\n/gm, '')
      .split(/\n(?=\S)/)
      .filter((block) => block.trim() !== '')
    const names = blocks.map((block) => /^([\w.-]+)==/.exec(block)?.[1])

    expect(names).not.toContain(undefined)
    expect(blocks.filter((block) => !/--hash=sha256:[0-9a-f]{64}/.test(block))).toEqual([])
    expect(blocks.filter((block) => /:\/\/|--index|--find-links/.test(block))).toEqual([])
    expect(blocks.find((block) => block.startsWith('dbt-core=='))).toContain(`dbt-core==${each.version} `)
    expect(names).toEqual(expect.arrayContaining(each.warehouses.map((warehouse) => `dbt-${warehouse}`)))
  })
})

describe('an installed environment', () => {
  it('is one whose lock file is that of this build, with the Python it was made with', () => {
    expect(findDbtEnvironment(folder, version)).toBeUndefined()
    givenInstalled()

    const found = findDbtEnvironment(folder, version)

    expect(found).toMatchObject({ version, root: join(folder, version), python: join(folder, version, 'bin/python') })
    expect(found?.warehouses).toHaveLength(7)
    expect(lookAtDbt(folder)).toEqual({ installed: [version], missing: [] })
  })

  it.each([
    ['of another lock file', () => givenInstalled({ lockfile: 'older' })],
    ['of another Python', () => givenInstalled({ interpreter: '/usr/bin/python3.9' })],
    [
      'whose Python is gone',
      () => {
        givenInstalled()
        rmSync(join(folder, 'python3.11'))
      },
    ],
  ])('is none %s', (_what, given) => {
    given()

    expect(findDbtEnvironment(folder, version)).toBeUndefined()
    expect(lookAtDbt(folder)).toEqual({ installed: [], missing: [version] })
  })

  it('is none of a version that this build does not know, whatever the name leads to', () => {
    expect(findDbtEnvironment(folder, '../../etc')).toBeUndefined()
  })
})

describe('installing', () => {
  it('takes wheels by their hashes and nothing else, once, and leaves no program that points elsewhere', async () => {
    const pythons = givenPython()

    expect(await installDbt(folder, version, env, pythons)).toMatchObject({ wasInstalled: false, environment: { version } })
    expect(await installDbt(folder, version, env, pythons)).toMatchObject({ wasInstalled: true })

    const pips = calls().filter((call) => call.includes('pip'))
    expect(pips[1]).toBe(
      `-m pip --disable-pip-version-check --no-input install --quiet --require-hashes --only-binary :all: --no-deps -r ${lockFile(version)}`,
    )
    expect(pips).toHaveLength(3)
    expect(readdirSync(join(folder, version, 'bin'))).toEqual(['python'])
  })

  it('leaves nothing behind when pip fails, and says what it said', async () => {
    const pythons = givenPython('case "$*" in *--require-hashes*) echo THESE PACKAGES DO NOT MATCH THE HASHES >&2; exit 1;; esac')

    await expect(installDbt(folder, version, env, pythons)).rejects.toThrow(/ended with 1: THESE PACKAGES DO NOT MATCH THE HASHES/)

    expect(readdirSync(folder).filter((name) => name.includes(version))).toEqual([])
  })

  it('says which Python is needed where there is none', async () => {
    await expect(installDbt(folder, version, env, givenPython('exit 1'))).rejects.toThrow(
      /Install Python 3.11 or newer with its venv module/,
    )
  })

  it('refuses a version with the list', async () => {
    await expect(installDbt(folder, '1.3.0', {})).rejects.toThrow('"1.3.0" is not a dbt version of this build. There are: 1.11.16.')
  })
})
