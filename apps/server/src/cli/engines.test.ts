import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommandLine } from './command-line.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const type = async (...args: string[]) => {
  const said = { stdout: '', stderr: '' }
  const code = await runCommandLine(args, {
    env: { FACET_ENGINES_FOLDER: folder },
    stopSignal: () => new AbortController().signal,
    stdout: (line) => (said.stdout += `${line}\n`),
    stderr: (line) => (said.stderr += `${line}\n`),
  })
  return { code, ...said }
}

it('lists what there is, and that it is not installed', async () => {
  expect(await type('engines', 'list')).toEqual({ code: 0, stdout: '1.7.43\tpostgres,duckdb\tnot installed\n', stderr: '' })
  expect(JSON.parse((await type('engines', 'list', '--json')).stdout)).toEqual({
    version: '1.7.43',
    drivers: ['postgres', 'duckdb'],
    folder: null,
    isStandIn: null,
  })
})

it('refuses a version that this build does not have, with and without the name of the option', async () => {
  for (const args of [['9.9.9'], ['--version', '9.9.9']])
    expect(await type('engines', 'install', ...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'facet: "9.9.9" is not an engine version of this build. There are: 1.7.43.\n',
    })
})

it('needs one version, or all', async () => {
  expect((await type('engines', 'install')).stderr).toBe(
    'facet: facet engines install needs --version VERSION, or --all, and only one of them.\n',
  )
  expect((await type('engines', 'install', '1.7.43', '--all')).code).toBe(2)
  expect((await type('engines', 'install', '1.7.43', 'more')).stderr).toBe('facet: facet engines install takes no argument "more".\n')
})
