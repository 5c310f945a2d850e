/**
 * Makes the manifests anew from the projects beside this file, with a real dbt: `FACET_DBT=<folder>/bin/dbt node packages/dbt-convert/test/make-manifests.ts`,
 * of all projects or of those named behind it. The README says how to install one. What differs from run to run, and what the converter does not read, is left out.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stableCatalog, stableManifest } from './stable-artifacts.ts'

const projects = join(import.meta.dirname, 'projects')
const dbt = process.env['FACET_DBT'] ?? 'dbt'

const profile = `facet:
  target: dev
  outputs:
    dev: { type: postgres, host: localhost, port: 5432, user: nobody, password: nothing, dbname: shop, schema: analytics, threads: 1 }
    local: { type: duckdb, path: "warehouse.duckdb", schema: analytics, threads: 1 }
`

const run = (folder: string, ...words: string[]): void => {
  const env = { ...process.env, DBT_PROFILES_DIR: folder, DBT_SEND_ANONYMOUS_USAGE_STATS: 'false' }
  execFileSync(dbt, [...words, '--no-version-check', '--quiet'], { cwd: folder, env, stdio: 'inherit' })
}

const write = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`)
const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

const named = process.argv.slice(2)

for (const name of named.length > 0 ? named : readdirSync(projects)) {
  const folder = mkdtempSync(join(tmpdir(), 'dbt-'))
  cpSync(join(projects, name), folder, { recursive: true })
  writeFileSync(join(folder, 'profiles.yml'), profile)
  if (name === 'kinds') run(folder, 'deps')
  run(folder, 'parse')
  write(join(projects, name, 'manifest.json'), stableManifest(readJson(join(folder, 'target/manifest.json'))))
  if (name === 'shop') {
    // A catalog needs a warehouse: the one that runs inside dbt will do.
    run(folder, 'build', '--target', 'local')
    run(folder, 'docs', 'generate', '--target', 'local')
    write(join(projects, name, 'catalog.json'), stableCatalog(readJson(join(folder, 'target/catalog.json'))))
  }
  rmSync(folder, { recursive: true })
}
