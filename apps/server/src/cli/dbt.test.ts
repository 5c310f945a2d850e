import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommandLine } from './command-line.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dbt-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const type = async (...args: string[]) => {
  const said = { stdout: '', stderr: '' }
  const code = await runCommandLine(args, {
    env: { FACET_DBT_FOLDER: folder },
    stopSignal: () => new AbortController().signal,
    stdout: (line) => (said.stdout += `${line}\n`),
    stderr: (line) => (said.stderr += `${line}\n`),
  })
  return { code, ...said }
}

const warehouses = ['snowflake', 'redshift', 'postgres', 'bigquery', 'databricks', 'athena', 'clickhouse']

it('lists what there is, and that it is not installed', async () => {
  expect(await type('dbt', 'list')).toEqual({ code: 0, stdout: `1.11.16\t${warehouses.join(',')}\tnot installed\n`, stderr: '' })
  expect(JSON.parse((await type('dbt', 'list', '--json')).stdout)).toEqual({ version: '1.11.16', warehouses, folder: null })
})

it('refuses a version that this build does not have, and needs one or all', async () => {
  expect(await type('dbt', 'install', '9.9.9')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'facet: "9.9.9" is not a dbt version of this build. There are: 1.11.16.\n',
  })
  expect((await type('dbt', 'install')).stderr).toBe('facet: facet dbt install needs --version VERSION, or --all, and only one of them.\n')
})
