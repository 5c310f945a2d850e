import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DbtPython } from '#adapters/dbt'
import { type RunControl, type RunFolders, runFolders } from '../src/domains/dbt/engine/run/index.ts'
import { packageFile } from '#kernel/package'

export { commitFolder } from '@facet/testkit/git'

/** The dbt that tools/setup made. Tests that need it fail without: a sync that was never run with a real dbt shows nothing. */
export const testDbt = (): DbtPython => {
  const folder = process.env['FACET_DBT_FOLDER'] ?? ''
  const version = existsSync(folder) ? readdirSync(folder).findLast((name) => existsSync(join(folder, name, 'pyvenv.cfg'))) : undefined
  if (version === undefined) throw new Error(`There is no dbt in FACET_DBT_FOLDER (${folder}). Run tools/setup.`)
  return { python: join(folder, version, 'bin/python'), root: join(folder, version) }
}

/** One of the dbt projects that the converter is tested with. */
export const dbtProject = (name: string): string => packageFile('../../packages/dbt-convert/test/projects', name)

export type DbtRunFolder = RunFolders & { files: string; folder: string }

/** Folders of a run; its checkout holds a project that the converter is tested with, and these files over it. */
export const givenDbtRun = async (files: Record<string, string> = {}, project = 'shop'): Promise<DbtRunFolder> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-dbt-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const folders = await runFolders(folder)
  const checkout = join(folders.repository, 'files')
  cpSync(dbtProject(project), checkout, { recursive: true })
  for (const name of ['manifest.json', 'catalog.json', 'expected']) rmSync(join(checkout, name), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
  return { ...folders, files: checkout, folder }
}

/** Every file below a folder whose bytes hold a text. */
export const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))

/** Nobody ends it, and what it works on is remembered. */
export const calmControl = (more: Partial<RunControl> = {}): RunControl & { told: string[] } => {
  const told: string[] = []
  return { signal: new AbortController().signal, timeoutMs: 120_000, onProgress: (workingOn) => void told.push(workingOn), ...more, told }
}
